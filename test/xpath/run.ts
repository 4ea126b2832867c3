import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { readJudged } from '@selfbill/schematron/read-xml'
import { documents } from './documents.ts'
import { interpreted, onContexts, parsed, refusal } from './engines.ts'
import { expressionsOf, type RandomExpression } from './grammar.ts'

// `SAXON=Saxon-HE.jar npm run test:xpath -- [seed] [count]`: evaluates random XPath expressions on the
// test documents, by our reference engine and by Saxon, and prints every difference in a value, its
// type or its failure. The generated code is compared with the reference engine in every run of the
// tests (expressions.test.ts).

async function compare(jar: string): Promise<void> {
  const [seed = '1', count = '20000'] = process.argv.slice(2)
  const expressions = expressionsOf(Number(seed), Number(count))
  const counts = {
    equal: 0,
    bothFail: 0,
    refused: 0,
    skipped: 0,
    statically: 0,
    saxonCrashes: 0,
    departs: 0,
    different: 0,
  }
  const oneFails: (Difference & { readonly expression: RandomExpression })[] = []
  const reasons = new Map<string, number>()
  let at = 0
  for await (const answer of saxonAnswers(
    jar,
    expressions.map(({ text }) => text),
  )) {
    const expression = expressions[at]
    at += 1
    if (!expression) throw new Error('Saxon answered more than it was asked')
    const reason = refusal(expression.text)
    if (reason !== undefined) {
      counts[answer.every((line) => line.startsWith('error static')) ? 'bothFail' : 'refused'] += 1
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      continue
    }
    const mine = ours(expression.text)
    const difference = differenceOf(mine, answer)
    if (answer.some((line) => line.startsWith('crash'))) counts.saxonCrashes += 1
    else if (answer.some((line) => line.startsWith('error static')) || answer.every((line) => line === 'error type'))
      counts[mine.every(fails) ? 'bothFail' : 'statically'] += 1
    else if (!difference) counts[mine.every(fails) ? 'bothFail' : 'equal'] += 1
    else if (departures.some((departs) => departs(expression.text, difference))) counts.departs += 1
    else if (is12 && fails(difference.ours) !== fails(difference.theirs)) counts.skipped += 1
    else if (fails(difference.ours) !== fails(difference.theirs)) oneFails.push({ ...difference, expression })
    else {
      counts.different += 1
      print(expression.text, difference)
    }
  }
  if (at < expressions.length) throw new Error(`Saxon ended after ${at} expressions`)
  const failing = await failingParts(
    jar,
    oneFails.map(({ expression }) => expression),
  )
  for (const [place, { expression, ...difference }] of oneFails.entries()) {
    if (failing[place]) counts.skipped += 1
    else {
      counts.different += 1
      print(expression.text, difference)
    }
  }
  for (const [reason, times] of reasons) console.log(`refused ${times} times: ${reason}`)
  console.log(JSON.stringify(counts))
  if (counts.different > 0) process.exitCode = 1
}

/** The outcomes on one item that differ. */
interface Difference {
  readonly place: number
  readonly ours: string
  readonly theirs: string
}

function differenceOf(mine: readonly string[], answer: readonly string[]): Difference | undefined {
  for (const [place, theirs] of answer.entries()) {
    const own = mine[place] ?? ''
    if (fails(own) ? !fails(theirs) : plain(own) !== plain(theirs)) return { place, ours: own, theirs }
  }
  return undefined
}

/**
 * Saxon 12 leaves out more than Saxon 9.9, and checks types in what it knows to be empty: with it only
 * values are compared, not failures.
 */
const is12 = process.env.SAXON?.includes('HE-12.') === true

/** Where Saxon leaves the specification, and we do not follow it. */
const departures: readonly ((text: string, difference: Difference) => boolean)[] = [
  // Saxon 9.9 finds untyped text less than NaN, which has no order (XPath 2.0, 3.5.2). Saxon 12 does not.
  (text, { ours: own, theirs }) =>
    !is12 && !fails(own) && !fails(theirs) && /[<>]/.test(text) && /NaN|number\(|INF|div|mod/.test(text),
  // Saxon 9.9 does not take the integer that a subsequence leaves for a decimal (XPath 2.0, 2.5.4). Saxon 12.9 does.
  (text) => !is12 && text.includes('subsequence(') && text.includes('instance of xs:decimal'),
  // Saxon 9.9 finds untyped text equal to NaN, which equals nothing (XPath 2.0, 3.5.2). Saxon 12.9 does not.
  (text, { ours: own, theirs }) => !is12 && !fails(own) && !fails(theirs) && /[^!<>]=.*'NaN'/.test(text),
  // The whole quotients and averages of decimals that are integers in Saxon (`plain`) are so in `instance of` too.
  (text) => /avg|div/.test(text) && /instance of xs:integer/.test(text),
  // Saxon 12.9 does not find the empty text that substring-before gives (Functions and Operators 3.1, 5.5.1).
  (text) => is12 && /(contains|-with)\(/.test(text) && text.includes('substring-before('),
  // Without regard to case Saxon finds i in \u0130, whose lower case has two letters (Functions and Operators 3.1, 5.6.2).
  (text, { ours: own, theirs }) => /'[smxq]*i[smxq]*'/.test(text) && withoutDots(own) === withoutDots(theirs),
  // A quotient by an integer of more than 64 bits: how many decimals it has after 18 depends on how Saxon made it.
  (text, { ours: own, theirs }) => /[0-9]{20}/.test(text) && shortened(own) === shortened(theirs),
  // Large doubles as text: Saxon rounds some in their last digit, and fills up whole quotients with zeros.
  (text, { ours: own, theirs }) => /E[0-9]|e[0-9]|idiv/.test(text + own) && rounded(own) === rounded(theirs),
]

function shortened(line: string): string {
  return line.replaceAll(/(\.[0-9]{18})[0-9]+/g, '$1')
}

function withoutDots(line: string): string {
  return line.replaceAll('\u0130', '')
}

function rounded(line: string): string {
  return line.replaceAll(/[0-9.]{15,}(?:E[0-9]+)?|[0-9.]+E[0-9]+/g, (digits) => Number(digits).toPrecision(14))
}

function fails(line: string): boolean {
  return line.startsWith('error')
}

/**
 * Without what Saxon does by itself: names of namespaces have the type anyURI, which is a string here;
 * a quotient or an average of decimals that is whole is an integer there; and some doubles have more
 * digits than they need.
 */
function plain(line: string): string {
  return line
    .replaceAll('anyURI ', 'string ')
    .replaceAll(/\b(?:integer|decimal) '(-?[0-9]+)'/g, "number '$1'")
    .replaceAll(/-?[0-9]\.[0-9]{15,}E-?[0-9]+/g, (double) => String(Number(double)))
}

/**
 * For each expression, whether a part of it fails on both sides. An engine may leave out what its
 * result does not need, and with it the error (XPath 2.0, 2.3.4): then only the other side fails.
 */
async function failingParts(jar: string, expressions: readonly RandomExpression[]): Promise<readonly boolean[]> {
  const parts = [...new Set(expressions.flatMap((expression) => expression.parts))]
  const failing = new Set<string>()
  let at = 0
  for await (const answer of saxonAnswers(jar, parts)) {
    const part = parts[at] ?? ''
    at += 1
    if (answer.some(fails) && (refusal(part) !== undefined || ours(part).some(fails))) failing.add(part)
  }
  return expressions.map(({ text, parts: inside }) => inside.some((part) => part !== text && failing.has(part)))
}

function print(text: string, { place, ours: own, theirs }: Difference): void {
  console.log(`different: ${text}\n   ours ${place} ${own}\n  saxon ${place} ${theirs}`)
}

/** A line for each context item of each document. */
function ours(text: string): readonly string[] {
  const expression = parsed(text)
  const lines: string[] = []
  for (const { root, contexts } of roots)
    onContexts(root, contexts, undefined, (item, document) => lines.push(interpreted(expression, item, document)))
  return lines
}

async function* saxonAnswers(jar: string, expressions: readonly string[]): AsyncGenerator<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-xpath-'))
  const classes = `${jar}:${join(dirname(jar), '*')}`
  const compiled = spawnSync('javac', ['-cp', classes, '-d', folder, join(import.meta.dirname, 'Evaluate.java')])
  if (compiled.status !== 0) throw new Error(String(compiled.stderr))
  const files = documents.map(({ name, text, contexts }) => {
    writeFileSync(join(folder, `${name}.xml`), text)
    return `${join(folder, `${name}.xml`)}=${contexts}`
  })
  const options = ['-Xss16m', '-Duser.timezone=UTC', '-XX:+UseSerialGC', '-cp', `${classes}:${folder}`]
  const java = spawn('java', [...options, 'Evaluate', ...files], { stdio: ['pipe', 'pipe', 'ignore'] })
  try {
    yield* answersOf(java, expressions)
  } finally {
    java.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* answersOf(
  { stdin, stdout }: ChildProcess,
  expressions: readonly string[],
): AsyncGenerator<readonly string[]> {
  if (!stdin || !stdout) throw new Error('Java has no streams')
  // When Java ends early, its missing answers are reported, not the broken pipe.
  stdin.on('error', () => undefined)
  stdin.end(expressions.map((expression) => `${expression}\n`).join(''))
  let answer: string[] = []
  for await (const line of createInterface({ input: stdout })) {
    if (line === '') {
      yield answer
      answer = []
    } else answer.push(line)
  }
}

const roots = documents.map(({ text, contexts }) => ({ root: readJudged(text), contexts }))
const { SAXON: saxon } = process.env
if (saxon === undefined) console.log('Not run: SAXON names no Saxon-HE.jar.')
else await compare(saxon)
