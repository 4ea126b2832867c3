// Who may import whom. A room is a folder of src/, or a file right under it; ARCHITECTURE.md says what lives there.

const everywhere = ['decimal', 'json', 'text', 'codelists', 'card-number', 'encoding', 'compatibility']

/** Room → the rooms it may import. */
const rooms = {
  decimal: [],
  json: ['decimal'],
  codelists: [],
  'card-number': [],
  encoding: [],
  security: [],
  compatibility: [],
  text: [],
  threads: [],
  config: ['encoding', 'security', 'compatibility'],
  document: everywhere,
  xml: ['decimal'],
  ubl: [...everywhere, 'document', 'xml'],
  schematron: ['decimal', 'xml'],
  rulebook: [...everywhere, 'schematron', 'xml'],
  record: [...everywhere, 'threads', 'document', 'xml', 'ubl', 'rulebook'],
  store: [...everywhere, 'security', 'threads', 'document'],
  render: [...everywhere, 'threads', 'document'],
  evidence: ['encoding'],
  application: [...everywhere, 'threads', 'document', 'rulebook', 'record', 'store', 'exchange', 'feed'],
  feed: [...everywhere, 'document', 'store'],
  clock: ['store'],
  exchange: [...everywhere, 'threads', 'clock', 'document', 'xml', 'ubl', 'rulebook', 'store'],
  webhooks: [...everywhere, 'security', 'clock', 'document', 'store', 'feed'],
  api: [
    ...everywhere,
    'threads',
    'security',
    'document',
    'xml',
    'ubl',
    'rulebook',
    'record',
    'application',
    'store',
    'exchange',
    'render',
    'evidence',
    'feed',
    'webhooks',
  ],
  service: [
    ...everywhere,
    'threads',
    'config',
    'security',
    'document',
    'xml',
    'ubl',
    'rulebook',
    'record',
    'application',
    'store',
    'clock',
    'exchange',
    'feed',
    'webhooks',
    'api',
    'render',
    'evidence',
  ],
  cli: [
    ...everywhere,
    'config',
    'security',
    'document',
    'xml',
    'ubl',
    'rulebook',
    'record',
    'application',
    'store',
    'clock',
    'exchange',
    'feed',
    'api',
    'evidence',
    'service',
  ],
}

/** Files outside src/ that a room may import. */
const besides = {
  // OpenAPI shows requests that a reader can post: facts, like the code lists.
  api: ['^examples/[a-z-]+\\.json$', '^package\\.json$'],
}

const pure = [
  'decimal',
  'json',
  'codelists',
  'card-number',
  'encoding',
  'document',
  'xml',
  'ubl',
  'schematron',
  'rulebook',
]
const impure = '^(node:)?(fs|net|http|https|dns|child_process|worker_threads|os|cluster|timers|sqlite)(/|$)'
/** Reads the rule files beside it, once, at start. */
const readsItsOwnFiles = '^src/rulebook/rule-files\\.ts$'

const files = (names) => `^src/(${names.join('|')})(/|\\.ts$)`
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
      to: { path: '^src/', pathNot: files(Object.keys(rooms)) },
    },
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `room-${room}`,
      comment: `${room} may import ${allowed.join(', ') || 'no other room'}.`,
      severity: 'error',
      from: { path: files([room]), pathNot: tests },
      to: {
        path: '^(src|test|bench|scripts|client|examples|migrations|package\\.json)(/|$)',
        pathNot: [files([room, ...allowed]), ...(besides[room] ?? [])],
      },
    })),
    {
      name: 'pure-rooms',
      comment: 'No database, clock, network or files: hand the data in.',
      severity: 'error',
      from: { path: files(pure), pathNot: [tests, readsItsOwnFiles] },
      to: { path: [impure, '(^|/)node_modules/(pg|fastify|pino)/'] },
    },
    {
      name: 'no-development-packages',
      comment: 'A package that the service runs belongs to the dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev', 'npm-unknown', 'npm-no-pkg'] },
    },
    {
      name: 'rules-come-with-requests',
      comment: 'Import src/document/document.ts, which adds the rules to the shapes.',
      severity: 'error',
      from: { pathNot: '^src/document/(document|document-rules)\\.ts$' },
      to: { path: '^src/document/request-shapes\\.ts$' },
    },
    {
      name: 'no-test-uses-a-bench',
      comment: 'Move what both need to test/support.',
      severity: 'error',
      from: { path: '^(src|test)/' },
      to: { path: '^bench/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The published client imports nothing of the service.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
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
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
