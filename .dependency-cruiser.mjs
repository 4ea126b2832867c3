import { readFileSync } from 'node:fs'

// Who may import whom. A room is a folder of src/ or pint-ae/src/, or a file right under it; ARCHITECTURE.md says what
// lives there.

/** Rooms of @selfbill/pint-ae that all others build on. */
const ground = ['messages', 'json', 'text', 'codelists', 'card-number']
const everywhere = [...ground, 'encoding', 'compatibility']

/** The parts of the service that the API, the composition root and the command line work with. */
const parts = [
  'security',
  'document',
  'dictionary',
  'draft',
  'rulebook',
  'rules',
  'judging',
  'record',
  'store',
  'people',
  'exchange',
  'evidence',
]

/** Room → the rooms it may import. */
const rooms = {
  messages: ['card-number'],
  json: ['messages', 'text'],
  codelists: [],
  'card-number': [],
  encoding: [],
  installation: [],
  'made-from-sources': [],
  security: [],
  compatibility: [],
  text: ['installation'],
  html: [],
  threads: [],
  zip: [],
  tracing: [],
  targets: ['messages'],
  config: ['encoding', 'security', 'compatibility'],
  document: ground,
  dictionary: ['messages', 'document'],
  'document-files': [...everywhere, 'document', 'zip'],
  ubl: [...ground, 'document'],
  rulebook: [...ground, 'made-from-sources'],
  draft: [...ground, 'document', 'ubl', 'rulebook'],
  page: [...ground, 'html', 'document'],
  judge: ['document', 'rulebook'],
  compute: [...ground, 'document', 'draft', 'rulebook'],
  index: ['compute', 'document', 'rulebook'],
  rules: ['document', 'encoding', 'rulebook'],
  judging: [...everywhere, 'threads', 'judge', 'rulebook', 'rules'],
  record: [...everywhere, 'threads', 'clock', 'document', 'draft', 'ubl', 'rulebook', 'rules'],
  store: [...everywhere, 'installation', 'security', 'threads', 'tracing', 'document'],
  render: [...everywhere, 'html', 'page', 'threads', 'document'],
  evidence: ['document', 'encoding', 'messages', 'zip'],
  application: [
    ...everywhere,
    'tracing',
    'clock',
    'document',
    'draft',
    'rulebook',
    'record',
    'store',
    'exchange',
    'feed',
  ],
  feed: [...everywhere, 'document', 'store'],
  clock: ['draft', 'store'],
  exchange: [...everywhere, 'threads', 'tracing', 'targets', 'clock', 'document', 'ubl', 'rulebook', 'rules', 'store'],
  api: [
    ...everywhere,
    ...parts,
    'installation',
    'people',
    'threads',
    'tracing',
    'targets',
    'ubl',
    'application',
    'document-files',
    'feed',
    'render',
  ],
  people: [...everywhere, 'security', 'store'],
  console: [
    'messages',
    'json',
    'codelists',
    'encoding',
    'installation',
    'document-files',
    'security',
    'dictionary',
    'html',
    'people',
    'api',
  ],
  features: [
    ...everywhere,
    ...parts,
    'application',
    'document-files',
    'threads',
    'zip',
    'html',
    'page',
    'ubl',
    'tracing',
    'targets',
    'config',
    'clock',
    'feed',
    'render',
    'api',
    'console',
  ],
  service: [
    ...everywhere,
    ...parts,
    'installation',
    'made-from-sources',
    'people',
    'console',
    'threads',
    'tracing',
    'targets',
    'config',
    'clock',
    'feed',
    'render',
    'features',
    'api',
  ],
  cli: [
    ...everywhere,
    ...parts,
    'installation',
    'document-files',
    'people',
    'ubl',
    'config',
    'clock',
    'application',
    'features',
    'api',
    'service',
  ],
}

/** Files outside src/ that a room may import. */
const besides = {
  // The console calls the API as the published client does.
  // The reference shows every operation.
  console: ['^client/src/', '^src/features/(index|dictionary)\\.ts$'],
  features: ['^client/src/'],
  // The tools of an assistant call the API as any program does.
  cli: ['^client/src/'],
}

const pure = [
  'messages',
  'json',
  'codelists',
  'card-number',
  'encoding',
  'html',
  'document',
  'dictionary',
  'document-files',
  'draft',
  'page',
  'ubl',
  'rulebook',
]
const impure = '^(node:)?(fs|net|http|https|dns|child_process|worker_threads|os|cluster|timers|sqlite)(/|$)'
/** Read the rule files beside them, once, at start: in a clone alone. */
const readsItsOwnFiles = '^pint-ae/src/rulebook/(rule-files|rules-from-files)\\.ts$'

/** The files that a package exports, as patterns. */
function entriesOf(folder) {
  const { exports } = JSON.parse(readFileSync(new URL(`./${folder}/package.json`, import.meta.url), 'utf8'))
  return Object.values(exports).map((file) => `^${folder}/${file.slice(2).replaceAll('.', '\\.')}$`)
}

const files = (names) => `^(pint-ae/)?src/(${names.join('|')})(/|\\.ts$)`
const tests = '\\.test\\.ts$'

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Move what both files need to a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-room',
      comment: 'Put the room on the plan: .dependency-cruiser.mjs and ARCHITECTURE.md.',
      severity: 'error',
      from: {},
      to: { path: '^(pint-ae/)?src/', pathNot: files(Object.keys(rooms)) },
    },
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `room-${room}`,
      comment: `${room} may import ${allowed.join(', ') || 'no other room'}.`,
      severity: 'error',
      from: { path: files([room]), pathNot: tests },
      to: {
        path: '^(src|pint-ae|test|bench|scripts|client|examples|migrations|package\\.json)(/|$)',
        pathNot: [files([room, ...allowed]), ...(besides[room] ?? [])],
      },
    })),
    {
      name: 'features-stand-alone',
      comment: 'Let the core declare what one feature offers and another takes.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: tests },
      to: { path: '^src/features/[^/]+/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-by-their-list',
      comment: 'Only src/features/index.ts names a feature.',
      severity: 'error',
      from: { pathNot: ['^src/features/', '^(test|bench)/', tests] },
      to: { path: '^src/features/[^/]+/' },
    },
    {
      name: 'a-cluster-in-one-place',
      comment: 'Only the opening of a database and the command that distributes one know of Citus: see PostgresLayout.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [tests, '^src/store/database/(citus/|open-database\\.ts$)', '^src/cli/handlers/while-stopped\\.ts$'],
      },
      to: { path: '^src/store/database/citus/' },
    },
    {
      name: 'pure-rooms',
      comment: 'No database, clock, network or files: hand the data in.',
      severity: 'error',
      from: { path: files(pure), pathNot: [tests, readsItsOwnFiles] },
      to: { path: [impure, '(^|/)node_modules/(pg|fastify|pino|@opentelemetry)/'] },
    },
    {
      name: 'tracing-alone-knows-opentelemetry',
      comment: 'Import src/tracing.',
      severity: 'error',
      from: { path: '^src/', pathNot: [files(['tracing']), tests] },
      to: { path: '(^|/)node_modules/@opentelemetry/' },
    },
    {
      name: 'no-development-packages',
      comment: 'A package that the service runs belongs to the dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: {
        dependencyTypes: ['npm-dev', 'npm-unknown', 'npm-no-pkg'],
        pathNot: '(^|/)node_modules/@modelcontextprotocol/server/',
      },
    },
    {
      name: 'mcp-on-demand',
      comment: 'Only the tools of an assistant use the optional package, and are imported dynamically.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/cli/handlers/mcp/(connection|answer)\\.ts$'] },
      to: { path: '(^|/)node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'mcp-connection-on-demand',
      comment: 'Import it dynamically: the package @modelcontextprotocol/server is optional.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^src/cli/handlers/mcp/connection\\.ts$', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'rules-come-with-requests',
      comment: 'Import pint-ae/src/document/document.ts, which adds the rules to the shapes.',
      severity: 'error',
      from: { pathNot: '^pint-ae/src/document/document\\.ts$' },
      to: { path: '^pint-ae/src/document/request-shapes\\.ts$' },
    },
    {
      name: 'no-test-uses-a-bench',
      comment: 'Move what both need to test/support. Only the table of targets has a test.',
      severity: 'error',
      from: { path: '^(src|test)/' },
      to: { path: '^bench/', pathNot: '^bench/targets/table\\.ts$' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The published client imports nothing of the service.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'the-rule-engine-stands-alone',
      comment: 'The package @selfbill/schematron holds the engine, the tree and the decimals, and knows nothing else.',
      severity: 'error',
      from: { path: '^schematron/src/', pathNot: tests },
      to: { path: '^(src|test|bench|scripts|client|examples|printing)/' },
    },
    {
      name: 'the-rule-engine-is-pure',
      comment: 'Only the command and the files of a folder touch the disk.',
      severity: 'error',
      from: { path: '^schematron/src/', pathNot: [tests, '^schematron/src/(command|files|index)\\.ts$'] },
      to: { path: [impure, '^schematron/src/(command|files)\\.ts$'] },
    },
    {
      name: 'the-document-library-stands-alone',
      comment: 'The package @selfbill/pint-ae knows the rule engine and nothing else of this project.',
      severity: 'error',
      from: { path: '^pint-ae/src/', pathNot: tests },
      to: { path: '^(src|test|bench|scripts|client|examples|printing)/' },
    },
    ...['pint-ae', 'schematron'].map((folder) => ({
      name: `${folder}-by-its-entries`,
      comment: 'Import what an entry of its package.json exports.',
      severity: 'error',
      from: { pathNot: [`^(${folder}|test|scripts/generate)/`, tests] },
      to: { path: `^${folder}/src/`, pathNot: entriesOf(folder) },
    })),
    {
      name: 'only-pdf-prints',
      comment: 'Load src/render/pdf/ on demand: the package @selfbill/printing is optional.',
      severity: 'error',
      from: { pathNot: '^(src/render/pdf|printing)/' },
      to: { path: '^printing/' },
    },
    {
      name: 'pdf-on-demand',
      comment: 'Import it dynamically, or only its types: the package @selfbill/printing is optional.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/render/pdf/'] },
      to: {
        path: '^src/render/pdf/',
        pathNot: '^src/render/pdf/(layout|page-fonts|table-shapes)\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'reference-on-demand',
      comment: 'Import it dynamically: it needs the whole dictionary of fields, and a start needs none of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/console/pages/(reference/(?!routes)|drafts/field-help\\.ts$)'] },
      to: {
        path: '^src/console/pages/(reference/(?!routes|reference-words)|drafts/field-help\\.ts$)',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'no-missing-file',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(node:sqlite|node:test)' },
    },
  ],
  options: {
    // TypeScript 7 has no API for others yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Builds, and a program that runs beside installed packages.
    exclude: { path: '^(((client|schematron|pint-ae)/)?dist/|test/package/round-trip\\.mjs$)' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
