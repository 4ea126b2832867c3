import type { Blocks } from './blocks.ts'

const network = 'fetches from a registry'
const release = 'needs a release, which test/package makes and installs'
const containers = 'needs Docker, and images from a registry'
const cluster = 'needs a cluster of Kubernetes'
const server = 'changes the machine as root'
const accessPoint = "reads phoss-ap's database"
const suites = 'starts whole test suites'
const citus = 'needs a cluster of Citus; npm run test:citus has one'

/**
 * Page → the beginning of a block → why no test runs it. The shell still reads it, and what it names
 * of ours exists: names-in-pages.test.ts.
 */
export const notHere: Blocks<string> = {
  'CONTRIBUTING.md': { 'git clone': network, 'node_modules/.bin/node --test': suites },
  'client/README.md': {
    'npm install': release,
    'export SELFBILL_TOKEN': 'the program above it, which programs.slow.test.ts runs',
  },
  'clients/README.md': {
    'export SELFBILL_URL': 'credentials for the programs below it, which test/clients runs',
    'npx @usebruno/cli': `${network}; npm run test:generators runs the collection`,
  },
  'docs/faults.md': { 'npm run test:ci': suites },
  'docs/guide/contributor.md': { 'npm run demo': suites, 'npm run docs ': 'serves the site; test/site builds it' },
  'docs/guide/kubernetes.md': {
    'kubectl -n tax exec deploy/selfbill -- node': cluster,
    'kubectl -n tax exec deploy/selfbill -- env': cluster,
    'kubectl -n tax patch': cluster,
  },
  'docs/operating.md': {
    'npm run release': release,
    'npm install CLONE': release,
    'deploy/assemble.sh': 'copies to a server; test/deploy/image.deploy.ts assembles',
    'tar -xzf': server,
    'docker build -f deploy/Dockerfile -t selfbill': containers,
    'docker build -f deploy/Dockerfile -t registry': containers,
    'docker exec': containers,
    'docker compose up': containers,
    'docker compose exec database': containers,
    'systemctl restart': server,
    'kubectl -n tax get pods': cluster,
    'umask 077\nkubectl': cluster,
    'change secret-key': cluster,
    'kubectl -n tax exec deploy': cluster,
    'docker buildx': containers,
    'cd deploy/compose': containers,
    'umask 077\nopenssl rand -hex 32 |': cluster,
    'kubectl -n tax scale': cluster,
    'selfbill() {': cluster,
    'token=$(openssl': cluster,
    'POD=$(kubectl': cluster,
    'psql -c "delete from ap.': accessPoint,
    'psql -c "select sbdh': accessPoint,
    'psql -At -c "select sbdh_instance_id from ap.inbound': accessPoint,
    'psql -At -c "select sbdh_instance_id from ap.outbound': accessPoint,
    'mkdir /opt/tracing': `${network}; test/tracing runs the example`,
    'bin/selfbill objects': 'needs an object store; npm run test:deploy has one',
  },
  'docs/releasing.md': { 'npm ci': release },
  'docs/scaling.md': { 'bin/selfbill distribute': citus },
  'docs/simulation.md': { 'npm run simulate': suites },
  'docs/testing.md': { 'npm test': suites },
  'docs/upgrading.md': { 'git fetch': network, 'helm upgrade': cluster, 'kubectl -n tax logs': cluster },
  'examples/erpnext/README.md': {
    './env/bin/pip': 'needs a bench of Frappe; test/connectors runs the app',
  },
  'examples/sap/README.md': { 'python3 convert.py': 'needs IDocs; test/connectors runs these programs' },
  'pint-ae/README.md': { 'npm install': release },
  'printing/README.md': { 'npm install': release },
  'schematron/README.md': { 'npm install': release },
}
