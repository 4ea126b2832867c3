/** A pattern that no line may contain, and what to write instead. */
export interface Ban {
  readonly name: string
  readonly instead: string
  readonly where: RegExp
  readonly isBroken: (line: string) => boolean
  readonly examples: { readonly bad: readonly string[]; readonly good: readonly string[] }
}

/** Without tests and the generated types of the client. */
const code = /^(src|client\/src)\/(?!.*\.test\.ts$|api-types\.ts$)/
const tests = /\.test\.ts$/
const everywhere = /^(src|client\/src|test|bench|scripts)\/(?!.*api-types\.ts$)/
/**
 * Code that may ask the machine for time and chance, because nothing simulated passes through it. All
 * other code gets a Clock and Ids handed in, so that a simulation decides both.
 */
const machines = [
  'clock/', // this is where both come from
  'store/new-mark\\.ts$', // a mark is only compared with itself
  'store/(database|blobs)/', // the outermost adapters of databases and object stores
  'threads/', // limits and replacement of real threads
  'exchange/gateways/phoss-ap/http-call\\.ts$', // sockets
  'features/webhooks/post\\.ts$', // sockets
  'features/notices/smtp\\.ts$', // sockets
  'features/participants/participants\\.ts$', // the limit of a look-up by DNS and HTTP
  'targets/target\\.ts$', // the limit of a look-up by DNS
  'api/(http|gate|identity)/', // sockets and the memory of requests that come by them
  'api/documents/document-answer\\.ts$', // lets other sockets go between pieces of an answer
  'zip/', // rounds of the event loop
  '(cli|console|service|evidence)/', // commands, pages, and what builds all parts
  'rules/open-rulebook\\.ts$', // the day on which rules are read
]
const simulated = new RegExp(`^src/(?!${machines.join('|')})(?!.*\\.test\\.ts$)`)
const codeWidth = 120
const commentWidth = 100

export const bans: readonly Ban[] = [
  {
    name: 'no fixed sleep in a test',
    instead: 'wait with eventually(), or let a ManualClock pass the time',
    where: tests,
    isBroken: matches(/\bawait (delay|sleep|setTimeout)\(|=> \{?\s*setTimeout\((resolve|done)\b/),
    examples: {
      bad: [
        'await delay(50)',
        'await sleep(20) // a while',
        'await setTimeout(20)',
        'await new Promise((resolve) => setTimeout(resolve, 25))',
      ],
      good: ['await eventually(async () => isThere())', 'clock.pass(50)', 'const timer = setTimeout(() => stop(), 50)'],
    },
  },
  {
    name: 'no time or chance of the machine in code that is simulated',
    instead:
      'use the Clock, the Ids and the `random` that are handed in, or name the file in `machines` with its reason',
    where: simulated,
    isBroken: matches(
      /\b((setTimeout|setImmediate|setInterval|queueMicrotask)\(|Date\.now\b|performance\.now\b|randomUUID\b|Math\.random\b|AbortSignal\.timeout\b)|node:timers|\bnew Date\(\)/,
    ),
    examples: {
      bad: [
        'setTimeout(end, ms)',
        'const now = Date.now()',
        "import { randomUUID } from 'node:crypto'",
        'random: Math.random,',
      ],
      good: ['clock.timer(ms, end)', 'const now = clock.now()', 'new Date(startedAt)', 'random: parts.random,'],
    },
  },
  {
    name: 'no upper bound of the wall clock in a test',
    instead: 'count the work, compare two sizes, or let the time limit of the test runner end it',
    where: tests,
    isBroken: matches(/\b(Date|performance)\.now\(\) - \w+ </),
    examples: {
      bad: ['assert.ok(performance.now() - began < 5_000)', 'assert.ok(Date.now() - before < limitMs)'],
      good: ['assert.ok(Math.abs(at - Date.now()) < day)', 'assert.ok(Date.now() - before >= 990)'],
    },
  },
  {
    name: 'no randomness without a seed in a test',
    instead: 'use Random of test/support/random.ts with a seed that the test names',
    where: /\.test\.ts$|^test\//,
    isBroken: matches(/\bMath\.random\b/),
    examples: { bad: ['random: Math.random,'], good: ['random: () => random.next(),'] },
  },
  {
    name: 'nothing that Node 20 lacks in the packages that run there',
    instead: 'a loop: `@selfbill/pint-ae` and `@selfbill/client` promise Node 20',
    where: /^(client|pint-ae)\/src\/(?!.*\.test\.ts$)/,
    isBroken: matches(/\b((Map|Object)\.groupBy|Promise\.(withResolvers|try)|Array\.fromAsync|URL\.parse)\b/),
    examples: {
      bad: ['Map.groupBy(rules, idOf)', 'const { promise } = Promise.withResolvers()', 'URL.parse(text)'],
      good: ['groupedBy(rules, idOf)', 'new URL(text)', 'JSON.parse(text)'],
    },
  },
  {
    name: 'no long line of code',
    instead: `at most ${codeWidth} columns`,
    where: code,
    isBroken: (line) => !isComment(line) && line.length > codeWidth,
    examples: { bad: ['x'.repeat(codeWidth + 1)], good: ['x'.repeat(codeWidth), `// ${'x'.repeat(codeWidth)}`] },
  },
  {
    name: 'no long line of a comment',
    instead: `at most ${commentWidth} columns`,
    where: code,
    isBroken: (line) => isComment(line) && line.length > commentWidth,
    examples: { bad: [` * ${'x'.repeat(commentWidth)}`], good: ['x'.repeat(commentWidth + 1), '// short'] },
  },
  {
    name: 'no foreign words',
    instead:
      'say it plainly: "told", "tells" → returns, reports, shows; "is none" → is not; "whoever" → clients that; "of which" → a sentence of its own',
    where: everywhere,
    isBroken: matches(
      /\b(told|tells?|who(so)?ever|whom|lest|(there|where)(in|of))\b|\b(is|are) none\b|\bof which\b|\bbe it\b/i,
    ),
    examples: {
      bad: [
        '// Told of every assertion',
        "'this is none'",
        '/** Whoever waits */',
        '// lest it be lost',
        '// a key of which we have a hash',
      ],
      good: ['const toldOf = 1', '// clients that wait', "'there are no keys'", "'be item 1'"],
    },
  },
  {
    name: 'no Reflect.get',
    instead: 'check the type, then read the member by its name',
    where: everywhere,
    isBroken: matches(/\bReflect\.get\b/),
    examples: { bad: ["Reflect.get(value, 'id')"], good: ["'id' in value ? value.id : undefined"] },
  },
  {
    name: 'no private beside #',
    instead: 'write #name; only a constructor can be private',
    where: /^(src|client\/src|test|bench|scripts)\//,
    isBroken: matches(/^\s*(static )?private (?!constructor\b)/),
    examples: {
      bad: ['  private readonly at: number', '  private fail(): never {', '  private static of() {'],
      good: ['  readonly #at: number', '  private constructor() {'],
    },
  },
]

function matches(pattern: RegExp): (line: string) => boolean {
  return (line) => pattern.test(line)
}

function isComment(line: string): boolean {
  return /^\s*(\/\/|\/?\*)/.test(line)
}
