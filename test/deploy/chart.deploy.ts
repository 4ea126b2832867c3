import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { isMember } from '../../src/config/members.ts'
import { oldNames } from '../../src/config/old-names.ts'
import { type Setting, settings } from '../../src/config/settings.ts'
import { deployFile, projectFile, root } from './deploy-files.ts'
import { assignmentsOf, stagesIn } from './dockerfile.ts'

// Helm renders the chart, and the schemas of Kubernetes accept what it renders.

/** As the chart renders them: absent metrics are looked for by the labels of the installation. */
function alertsOf(selector: string): string {
  const alerts = deployFile('prometheus/alerts.yaml')
  return alerts.replace('absent(selfbill_info)', `absent(selfbill_info{${selector}})`)
}

const helm = process.env.HELM
const kubernetesValidate = process.env.KUBERNETES_VALIDATE
/** The oldest that the chart names, and the newest that the tool knows. */
const kubernetesVersions = ['1.25', '1.37']

suite('the chart', { skip: helm === undefined && 'no helm' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-chart-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const chart = join(root, 'deploy/helm/selfbill')
  const run = (...args: readonly string[]) => {
    const env = { ...process.env, HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder }
    return spawnSync(helm ?? '', args, { encoding: 'utf8', env })
  }
  const render = (...options: readonly string[]): readonly Manifest[] => {
    const rendered = run('template', 'bills', chart, '--kube-version', '1.30', '--namespace', 'tax', ...options)
    assert.equal(rendered.status, 0, rendered.stderr)
    return parseAllDocuments(rendered.stdout).map((document) => document.toJS())
  }
  const sandbox = ['--set', 'config.GATEWAY=sandbox']
  const everything = [
    ...sandbox,
    ...['--set', 'ingress.enabled=true,ingress.host=bills.example,ingress.className=nginx,ingress.tlsSecretName=bills'],
    ...['--set', 'serviceMonitor.enabled=true,prometheusRule.enabled=true,dashboard.enabled=true'],
    ...['--set', `image.repository=registry.example/selfbill,image.digest=sha256:${'5e'.repeat(32)}`],
    ...['--set', 'imagePullSecrets[0].name=pull,nodeSelector.disk=fast,podAnnotations.team=tax,podLabels.team=tax'],
    ...[
      '--set',
      'volumes[0].name=ca,volumes[0].configMap.name=ca,volumeMounts[0].name=ca,volumeMounts[0].mountPath=/ca',
    ],
    ...['--set', 'tolerations[0].operator=Exists,config.TUNING=worker_concurrency=8,config.RULEBOOK_GAPS=true'],
    ...['--set', 'autoscaling.enabled=true,networkPolicy.enabled=true,serviceAccount.annotations.team=tax'],
    ...[
      '--set',
      'networkPolicy.ingressFrom[0].podSelector.matchLabels.app=proxy,networkPolicy.egress[0].ports[0].port=5432',
    ],
    ...['--set', 'secrets.DATABASE_URL.name=db,secrets.DATABASE_URL.key=uri'],
    ...['--set', 'extraEnv[0].name=NODE_NAME,extraEnv[0].valueFrom.fieldRef.fieldPath=spec.nodeName'],
  ]

  test('passes helm lint', () => {
    const judged = run('lint', '--strict', chart, ...everything)
    assert.equal(judged.status, 0, judged.stdout + judged.stderr)
  })

  test('refuses values that cannot work', () => {
    const wrong: Readonly<Record<string, RegExp>> = {
      'config.PORT=1': /PORT/,
      'config.GATEWAY=oxalis': /GATEWAY/,
      'config.DATA_DIR=/data': /DATA_DIR/,
      'secrets.DATA_DIR.name=a,secrets.DATA_DIR.key=b': /DATA_DIR/,
      'autoscaling.minReplicas=0': /minReplicas/,
      'config.DATABASE_URL=postgres://u:p@h/db':
        /config\.DATABASE_URL would show a secret .*into the Secret "selfbill"/,
      'config.PUBLIC_ULR=https://bills.example': /PUBLIC_ULR/,
      'secrets.SECRETKEY.name=a,secrets.SECRETKEY.key=b': /SECRETKEY/,
      'terminationGracePeriodSeconds=30': /terminationGracePeriodSeconds/,
      'secretName=': /secretName/,
      'ingress.enabled=true': /host/,
      'replicas=3': /replicas/,
      'prometheusRule.runbooks=docs/operating.md': /runbooks/,
      'serviceMonitor.authorization.token=secret': /authorization/,
      'serviceMonitor.authorization.credentials.name=selfbill-metrics': /key/,
    }
    for (const [values, named] of Object.entries(wrong)) {
      const refused = run('template', 'bills', chart, '--kube-version', '1.30', ...sandbox, '--set', values)
      assert.notEqual(refused.status, 0, values)
      assert.match(refused.stderr, named)
    }
    assert.match(run('template', 'bills', chart).stderr, /GATEWAY/)
  })

  test('refuses to show a secret, of the service or of another program, and shows the names of files', () => {
    const secrets = [
      ...Object.entries<Setting>(settings).flatMap(([name, { isSecret }]) =>
        isSecret === true ? [isMember(name) ? oldNames[name] : name].filter((one) => one !== undefined) : [],
      ),
      ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'PGPASSWORD', 'OTEL_EXPORTER_OTLP_HEADERS'],
    ].filter((name) => name !== 'METRICS')
    assert.ok(secrets.length > 10)
    const shown = [
      ...secrets.flatMap((name) => [`config.${name}=x`, `extraEnv[0].name=${name},extraEnv[0].value=x`]),
      'config.HTTPS_PROXY=http://user:word@proxy.example:3128',
      'extraEnv[0].name=GATEWAY_URL,extraEnv[0].value=https://user:word@ap.example',
    ]
    for (const values of shown) {
      const { status, stderr } = run('template', 'bills', chart, '--kube-version', '1.30', ...sandbox, '--set', values)
      assert.notEqual(status, 0, values)
      assert.match(stderr, /would show a secret to all who read the Deployment: put \w+ into the Secret "selfbill"/)
    }
    const named = [
      'SECRET_KEY_FILE=/keys/a,config.AWS_WEB_IDENTITY_TOKEN_FILE=/keys/b',
      'TOKEN_ISSUER=https://b.example',
    ]
    for (const values of named) render(...sandbox, '--set', `config.${values}`)
  })

  test('is valid for Kubernetes', { skip: kubernetesValidate === undefined && 'no kubernetes-validate' }, () => {
    const judge = (version: string, manifests: readonly Manifest[]) => {
      const file = join(folder, 'manifests.yaml')
      writeFileSync(file, manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n'))
      return spawnSync(kubernetesValidate ?? '', ['--strict', '-k', version, file], { encoding: 'utf8' })
    }
    const known = [...render(...sandbox), ...render(...everything)].filter(
      ({ apiVersion }) => !isOfOperator(apiVersion),
    )
    for (const version of kubernetesVersions) {
      const judged = judge(version, known)
      assert.equal(judged.status, 0, judged.stdout + judged.stderr)
    }
    const [first] = known
    assert.notEqual(judge('1.37', [{ ...first, specification: {} } as Manifest]).status, 0)
  })

  test('has what each kind of installation needs', () => {
    const kinds = (options: readonly string[]) =>
      render(...options).map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    const always = [
      'Deployment bills-selfbill',
      'Job bills-selfbill-migration',
      'PodDisruptionBudget bills-selfbill',
      'Service bills-selfbill',
      'Service bills-selfbill-metrics',
      'ServiceAccount bills-selfbill',
    ]
    assert.deepEqual(kinds(sandbox).toSorted(), always)
    const more = ['ConfigMap bills-selfbill-dashboard', 'Ingress bills-selfbill', 'PrometheusRule bills-selfbill']
    const others = [
      ...['HorizontalPodAutoscaler', 'NetworkPolicy', 'ServiceMonitor'].map((kind) => `${kind} bills-selfbill`),
      'NetworkPolicy bills-selfbill-migration',
    ]
    assert.deepEqual(kinds(everything).toSorted(), [...always, ...more, ...others].toSorted())
    const without = [...sandbox, '--set', 'migration.enabled=false']
    assert.ok(!kinds(without).includes('Job bills-selfbill-migration'))
  })

  test('runs every pod without rights, with secrets by reference', () => {
    for (const { pod, container } of render(...everything).flatMap(podsIn)) {
      assert.equal(pod.automountServiceAccountToken, false)
      assert.equal(pod.securityContext.runAsNonRoot, true)
      assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault')
      assert.equal(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`, imageUser())
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      assert.deepEqual(container.envFrom, [{ secretRef: { name: 'selfbill' } }])
      const written = container.env.filter(({ valueFrom }) => valueFrom === undefined)
      assert.deepEqual(Object.fromEntries(written.map(({ name, value }) => [name, value])), {
        ...always,
        ...{ GATEWAY: 'sandbox', TUNING: 'worker_concurrency=8', RULEBOOK_GAPS: 'true' },
      })
      const referred = container.env.flatMap(({ name, valueFrom }) => (valueFrom ? [[name, valueFrom]] : []))
      assert.deepEqual(Object.fromEntries(referred), {
        DATABASE_URL: { secretKeyRef: { name: 'db', key: 'uri' } },
        NODE_NAME: { fieldRef: { fieldPath: 'spec.nodeName' } },
      })
      assert.ok(container.resources.limits.memory)
      assert.equal(container.image, `registry.example/selfbill@sha256:${'5e'.repeat(32)}`)
      assert.deepEqual(container.volumeMounts, [{ name: 'ca', mountPath: '/ca' }])
    }
  })

  test('lets the autoscaler count the instances, and asks for a secret by name or for each variable', () => {
    const deployment = (...options: readonly string[]) =>
      render(...sandbox, ...options).find(({ kind }) => kind === 'Deployment')?.spec
    assert.equal(deployment()?.replicas, 2)
    assert.equal(deployment('--set', 'autoscaling.enabled=true')?.replicas, undefined)
    assert.equal(deployment()?.template?.spec.serviceAccountName, 'bills-selfbill')
    assert.equal(deployment('--set', 'serviceAccount.create=false')?.template?.spec.serviceAccountName, 'default')
    const single = ['--set', 'secretName=,secrets.DATABASE_URL.name=db,secrets.DATABASE_URL.key=uri']
    const [container] = deployment(...single)?.template?.spec.containers ?? []
    assert.equal(container?.envFrom, undefined)
  })

  test('asks the service where it answers, and gives a stop its time', () => {
    const [{ pod, container }] = render(...sandbox)
      .filter(({ kind }) => kind === 'Deployment')
      .flatMap(podsIn) as [Pod]
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]))
    assert.deepEqual(ports, { http: Number(imageEnvironment().PORT), metrics: 9464 })
    const probed = [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
      ({ httpGet }) => httpGet,
    )
    assert.deepEqual(probed, [
      { path: '/healthz', port: 'http' },
      { path: '/healthz', port: 'http' },
      { path: '/readyz', port: 'http' },
    ])
    const [program = '', ...args] = container.lifecycle.preStop.exec.command
    assert.equal(program, 'node')
    const waited = spawnSync(
      process.execPath,
      args.map((word) => word.replace('5000', '5')),
    )
    assert.equal(waited.status, 0)
    assert.ok(pod.terminationGracePeriodSeconds >= 5 + Number(always.STOP_DELAY_MS) / 1_000 + 20)
  })

  test('selects the pods of the service, and never the migration', () => {
    const manifests = render(...everything)
    const [service, migration] = ['Deployment', 'Job'].map(
      (kind) => manifests.find((manifest) => manifest.kind === kind)?.spec.template?.metadata.labels ?? {},
    )
    const selectors = manifests.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec?.selector as Labels]
      return ['Deployment', 'PodDisruptionBudget'].includes(kind) ? [(spec.selector as Selector).matchLabels] : []
    })
    assert.equal(selectors.length, 4)
    for (const selector of selectors) {
      assert.ok(isSelected(selector, service ?? {}))
      assert.ok(!isSelected(selector, migration ?? {}))
    }
    const monitor = manifests.find(({ kind }) => kind === 'ServiceMonitor') ?? assert.fail('no ServiceMonitor')
    const { matchLabels } = monitor.spec.selector as Selector
    const scraped = manifests.filter(
      ({ kind, metadata }) => kind === 'Service' && isSelected(matchLabels, metadata.labels),
    )
    assert.deepEqual(
      scraped.map(({ metadata }) => metadata.name),
      ['bills-selfbill-metrics'],
    )
  })

  test('lets Prometheus send the token that metrics ask for, from a Secret', () => {
    const endpointOf = (...options: readonly string[]) => {
      const monitor = render(...everything, ...options).find(({ kind }) => kind === 'ServiceMonitor')
      return monitor?.spec.endpoints?.[0]
    }
    const authorization = 'serviceMonitor.authorization'
    const credentials = `${authorization}.credentials.name=selfbill-metrics,${authorization}.credentials.key=token`
    const plain = { port: 'metrics', path: '/metrics', interval: '30s' }
    assert.deepEqual(endpointOf(), plain)
    assert.deepEqual(endpointOf('--set', credentials), {
      ...plain,
      authorization: { credentials: { name: 'selfbill-metrics', key: 'token' } },
    })
    const example = /authorization: \{\}\n +# +(.*)\n/.exec(deployFile('helm/selfbill/values.yaml'))?.[1] ?? ''
    assert.deepEqual(parse(example), { credentials: { name: 'selfbill-metrics', key: 'token' } })
  })

  test('brings the alerts and the dashboard of deploy/', () => {
    const manifests = render(...everything)
    const rules = manifests.find(({ kind }) => kind === 'PrometheusRule')
    assert.deepEqual(rules?.spec, parse(alertsOf('namespace="tax"')))
    const dashboard = manifests.find(({ kind }) => kind === 'ConfigMap')
    assert.equal(dashboard?.data?.['selfbill.json'], deployFile('grafana/selfbill.json'))
    assert.equal(dashboard?.metadata.labels.grafana_dashboard, '1')
  })

  test('gives the alerts a runbook_url where the address of the guide is set', () => {
    const at = 'https://git.example/docs/operating.md'
    const rules = render(...everything, '--set', `prometheusRule.runbooks=${at}`).find(
      ({ kind }) => kind === 'PrometheusRule',
    )
    const text = alertsOf('namespace="tax"').replaceAll('runbook: docs/operating.md', `runbook_url: ${at}`)
    assert.deepEqual(rules?.spec, parse(text))
    assert.match(text, /runbook_url: https/)
  })

  test('looks for the metrics of this installation alone', () => {
    const file = join(folder, 'selector.yaml')
    const selector = 'cluster="prod", namespace=~"tax|bills"'
    writeFileSync(file, JSON.stringify({ prometheusRule: { selector } }))
    const rules = render(...everything, '-f', file).find(({ kind }) => kind === 'PrometheusRule')
    assert.deepEqual(rules?.spec, parse(alertsOf(selector)))
    const refused = run('template', 'bills', chart, ...sandbox, '--set', 'prometheusRule.selector=namespace')
    assert.match(refused.stderr, /selector/)
  })

  test('renders the example of the guide, and numbers as they are written', () => {
    const example = /```yaml\n(# values\.yaml\n[\s\S]*?)```/.exec(projectFile('docs/operating.md'))?.[1] ?? ''
    const file = join(folder, 'values.yaml')
    writeFileSync(file, example)
    const pods = render('-f', file, '--set', 'config.MLS_TO=10000000').flatMap(podsIn)
    assert.equal(pods.length, 2)
    const kinds = render('-f', file).map(({ kind }) => kind)
    for (const kind of ['Ingress', 'NetworkPolicy', 'PrometheusRule', 'ServiceMonitor'])
      assert.ok(kinds.includes(kind), kind)
    for (const { container } of pods) {
      const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
      const { config } = parse(example)
      assert.deepEqual(environment, {
        ...always,
        ...config,
        MLS_TO: '10000000',
      })
      assert.equal(config.SERVICE_PROVIDER_ID, '0242:990001')
    }
  })

  test('lets the migration reach what the service reaches, before it runs', () => {
    const policies = render(...everything).filter(({ kind }) => kind === 'NetworkPolicy')
    const [ofService, ofMigration] = ['bills-selfbill', 'bills-selfbill-migration'].map((name) =>
      policies.find(({ metadata }) => metadata.name === name),
    )
    assert.deepEqual(ofMigration?.spec.egress, ofService?.spec.egress)
    assert.equal(ofMigration?.spec.ingress, undefined)
    assert.equal(ofMigration?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
    const weight = Number(ofMigration?.metadata.annotations?.['helm.sh/hook-weight'])
    assert.ok(weight < 0, 'the job has weight 0')
  })

  test('migrates before anything else changes', () => {
    const job = render(...sandbox).find(({ kind }) => kind === 'Job')
    assert.equal(job?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
    assert.deepEqual(job?.spec.template?.spec.containers[0]?.args, ['migrate'])
  })
})

/** The chart sets these in every pod. */
const always = { METRICS: 'port=9464,host=0.0.0.0', STOP_DELAY_MS: '10000', EMBEDDED_DATABASE: 'off' }

type Labels = Readonly<Record<string, string>>
interface Selector {
  readonly matchLabels: Labels
}

/** What the tests read of a manifest. */
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels }
  readonly data?: Labels
  readonly spec: {
    readonly replicas?: number
    readonly ingress?: unknown
    readonly egress?: unknown
    readonly endpoints?: readonly unknown[]
    readonly selector: Labels | Selector
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec }
  }
}

interface PodSpec {
  readonly serviceAccountName?: string
  readonly automountServiceAccountToken: boolean
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: {
    readonly runAsNonRoot: boolean
    readonly runAsUser: number
    readonly runAsGroup: number
    readonly seccompProfile: { readonly type: string }
  }
  readonly containers: readonly Container[]
}

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly securityContext: unknown
  readonly env: readonly { readonly name: string; readonly value: string; readonly valueFrom?: unknown }[]
  readonly envFrom: unknown
  readonly volumeMounts: unknown
  readonly resources: { readonly limits: { readonly memory?: string } }
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe: Probe
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } }
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Pod {
  readonly pod: PodSpec
  readonly container: Container
}

function podsIn({ spec }: Manifest): readonly Pod[] {
  const pod = spec?.template?.spec
  return pod === undefined ? [] : pod.containers.map((container) => ({ pod, container }))
}

function isSelected(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value)
}

function isOfOperator(apiVersion: string): boolean {
  return apiVersion.startsWith('monitoring.coreos.com/')
}

function imageUser(): string | undefined {
  return instructions().find(({ name }) => name === 'USER')?.text
}

function imageEnvironment(): Readonly<Record<string, string>> {
  return assignmentsOf(instructions().find(({ name }) => name === 'ENV')?.text ?? '')
}

function instructions() {
  return stagesIn(deployFile('Dockerfile')).at(-1)?.instructions ?? []
}
