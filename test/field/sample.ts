import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { writeXml } from '@selfbill/schematron/xml'
import { NotHere } from '../access-point/not-here.ts'
import { featureCases } from '../support/rules/feature-cases.ts'
import { oneSchematron } from '../support/rules/one-schematron.ts'
import { aSelfBilledCreditNote, aSelfBilledInvoice } from '../support/rules/ubl-documents.ts'
import { functionDocument, functionFiles, functionSchema } from './function-cases.ts'
import { judgeField, type SchemaResult } from './mutated.ts'
import { printDifferences, summaryOf } from './mutated-run.ts'
import { fieldSchemas } from './schemas.ts'

/**
 * `npm run test:field -- --sample`: the same as `mutated`, with schemas of our own: our rule book, the
 * small schemas of each feature, and one that calls every function. One line where there is no Java, or no Saxon to be had.
 */
export async function runSample(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'selfbill-sample-'))
  try {
    writeSchemas(root)
    const schemas = fieldSchemas(root).map(({ path }) => path)
    const isOfFunctions = (path: string) => path.startsWith('functions/')
    const withSaxonJs = (path: string) => path.includes('/feature-0/')
    const shared = { count: 80, rounds: 10, seed: 1, withSaxonJs }
    const results: SchemaResult[] = []
    for await (const result of judgeField(root, { ...shared, schemas: schemas.filter((one) => !isOfFunctions(one)) }))
      results.push(result)
    // Its document has both outcomes of each test already, and many findings.
    for await (const result of judgeField(root, {
      ...shared,
      schemas: schemas.filter(isOfFunctions),
      count: 2,
      rounds: 0,
    }))
      results.push(result)
    results.forEach(printDifferences)
    console.log(`Schemas of ours: ${summaryOf(results)}`)
    const isRight = ({ left, findings, differences }: SchemaResult) =>
      (left === '' ? findings > 0 : left.startsWith('no Saxon compiles')) && differences.length === 0
    const wrong = results.filter((one) => !isRight(one))
    for (const { schema, left } of wrong) console.log(`wrong: ${schema} ${left}`)
    if (wrong.length > 0) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    console.log(`The sample of the field was not judged: ${error.message}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const rulebookName = 'rulebook'

/** In the folders where phive-rules has its schemas and documents. */
function writeSchemas(root: string): void {
  const { shared, own } = readOurRuleFiles()
  write(root, rulebookName, { 'main.sch': oneSchematron([...shared, ...(own.get('self-billing') ?? [])]) }, [
    writeXml(aSelfBilledInvoice()),
    writeXml(aSelfBilledCreditNote()),
  ])
  write(root, 'functions', { 'main.sch': functionSchema, ...functionFiles }, [functionDocument])
  for (const [at, { schema, files = {}, documents, ...rest }] of featureCases.entries())
    if (Object.keys(rest).every((name) => name === 'feature'))
      write(root, `feature-${at}`, { 'main.sch': schema, ...files }, Object.keys(documents))
}

function write(
  root: string,
  name: string,
  files: Readonly<Record<string, string>>,
  documents: readonly string[],
): void {
  const resources = `${name}/src/test/resources/external`
  const texts = [
    ...Object.entries(files).map(([file, text]) => [`${resources}/rule-source/${name}/${file}`, text] as const),
    ...documents.map((text, at) => [`${resources}/test-files/${at}.xml`, text] as const),
  ]
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
