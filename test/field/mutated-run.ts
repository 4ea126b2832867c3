import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Random } from '../support/random.ts'
import { type Difference, judgeField, type SchemaResult } from './mutated.ts'
import { fieldSchemas } from './schemas.ts'

/**
 * `FIELD_RULES=DIR npm run test:field -- mutated [part of a path]`: judges mutated documents by every
 * schema of the folder, with our engine and with each Saxon, and prints every difference. Options:
 * `--documents N` by chance for each schema, `--rounds N` of the search for more, `--every N` schemas
 * one, `--saxon-js N` as often SaxonJS too, `--seed N`, `--minutes N` at most, and `--results FILE`, which a later run continues.
 */
export async function runMutated(root: string, words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      documents: { type: 'string', default: '24' },
      rounds: { type: 'string', default: '10' },
      every: { type: 'string', default: '1' },
      'saxon-js': { type: 'string', default: '25' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: 'Infinity' },
      results: { type: 'string' },
    },
  })
  const known = values.results !== undefined && existsSync(values.results) ? resultsIn(values.results) : []
  const all = fieldSchemas(root).map(({ path }) => path)
  // In random order, so that a run that is stopped has seen some of each specification.
  const wanted = new Random(Number(values.seed)).shuffled(all.filter((path) => path.includes(positionals[0] ?? '')))
  const chosen = wanted.filter((_, at) => at % Number(values.every) === 0)
  const withSaxonJs = new Set(chosen.filter((_, at) => at % Number(values['saxon-js']) === 0))
  const done = new Set(known.map(({ schema }) => schema))
  const results = [...known]
  const options = {
    schemas: chosen.filter((path) => !done.has(path)),
    count: Number(values.documents),
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    withSaxonJs: (path: string) => withSaxonJs.has(path),
  }
  const end = Date.now() + Number(values.minutes) * 60_000
  for await (const result of judgeField(root, options)) {
    results.push(result)
    if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(result)}\n`)
    printDifferences(result)
    if (results.length % 20 === 0) console.error(`${results.length} of ${chosen.length}: ${summaryOf(results)}`)
    if (Date.now() >= end) break
  }
  print(results)
}

export function printDifferences({ schema, differences, disputed, explained = [] }: SchemaResult): void {
  printKinds(schema, differences)
  printKinds(`${schema}, where the Saxons differ`, disputed)
  for (const [why, some] of Map.groupBy(explained, (reason) => reason))
    console.log(`${schema}\n  ${some.length}× ${why}`)
}

/** Each kind of difference once: many documents break the same rule. */
function printKinds(schema: string, differences: readonly Difference[]): void {
  const kinds = Map.groupBy(differences, ({ engine, text }) => `${engine}: ${text}`)
  for (const [text, some] of [...kinds].slice(0, 8)) console.log(`${schema}\n  ${some.length}× ${text}`)
  if (kinds.size > 8) console.log(`${schema}\n  and ${kinds.size - 8} others`)
}

function resultsIn(file: string): readonly SchemaResult[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line): SchemaResult[] => (line === '' ? [] : [JSON.parse(line)]))
}

function print(results: readonly SchemaResult[]): void {
  const causes = Map.groupBy(
    results.filter(({ left }) => left !== ''),
    ({ left }) => left.slice(0, 60),
  )
  for (const [cause, some] of causes)
    console.log(`${String(some.length).padStart(5)}  ${cause}\n         ${some[0]?.schema}`)
  console.log(summaryOf(results))
  if (results.some(({ differences }) => differences.length > 0)) process.exitCode = 1
}

export function summaryOf(results: readonly SchemaResult[]): string {
  const compared = results.filter(({ left }) => left === '')
  const sum = (count: (one: SchemaResult) => number) => compared.reduce((total, one) => total + count(one), 0)
  const engines = [...new Set(compared.flatMap(({ byEngine }) => Object.keys(byEngine)))]
  const judged = engines.map((name) => `${name} ${sum(({ byEngine }) => byEngine[name] ?? 0)}`).join(', ')
  return [
    `${compared.length} of ${results.length} schemas compared, ${compared.filter(({ isPublished }) => isPublished).length} of them by published stylesheets;`,
    `${results.length - compared.length} had no partner.`,
    `${sum(({ judgements }) => judgements)} documents judged (${judged}), ${sum(({ findings }) => findings)} findings,`,
    `${sum(({ fired }) => fired)} of ${sum(({ assertions }) => assertions)} assertions fired,`,
    `${sum(({ errors }) => errors)} documents where an expression could not be evaluated.`,
    `${sum(({ differences }) => differences.length)} differences in ${compared.filter(({ differences }) => differences.length > 0).length} schemas;`,
    `${sum(({ disputed }) => disputed.length)} more where the Saxons differ and one agrees with us,`,
    `${sum(({ explained = [] }) => explained.length)} more where Saxon leaves XPath.`,
  ].join(' ')
}
