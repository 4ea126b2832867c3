import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '../../src/api/openapi/openapi-document.ts'
import { dictionary } from '../../src/features/dictionary.ts'
import { operations } from '../../src/features/index.ts'
import { NotHere } from '../access-point/not-here.ts'
import { startDemoService } from '../support/service/demo-service.ts'
import { assertFlow } from './flow.ts'
import type { Generator, Outcome, Workshop } from './generator.ts'
import { generators } from './generators.ts'
import { LaterVersion } from './later-version.ts'

// `npm run test:generators`: well-known generators make clients from the OpenAPI document; each
// client is compiled, and a program with it creates, dry-runs, lists and reads the status of a
// document of a running service, whose answers have more members than the document says. A generator whose tools are missing is skipped with one line. With
// `--sample` only the quick ones run, as in CI; other arguments select by the beginning of names.

const limitMs = 1_500_000
const isSample = process.argv.includes('--sample')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const chosen = generators.filter(
  ({ name, isInSample = false }) =>
    (!isSample || isInSample) && (wanted.length === 0 || wanted.some((start) => name.startsWith(start))),
)
if (chosen.length === 0) throw new Error(`no generator begins with ${wanted.join(' or ')}`)

const late = setTimeout(() => {
  console.error(`The generators were not done after ${limitMs / 1000} s`)
  process.exit(1)
}, limitMs)
const folder = mkdtempSync(join(tmpdir(), 'selfbill-generators-'))
const service = await startDemoService(folder)
const later = new LaterVersion(service.address)
const environment = { ...service.environment, SELFBILL_URL: await later.listen() }
const demo = { ...service, environment }
try {
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(openApiDocument(operations, dictionary)))
  for (const [at, generator] of chosen.entries()) {
    const own = join(folder, String(at))
    mkdirSync(own)
    await attempt(generator, { folder: own, document, demo })
  }
} finally {
  clearTimeout(late)
  await later.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function attempt(generator: Generator, shop: Workshop): Promise<void> {
  const { name } = generator
  try {
    const outcome = await generator.attempt(shop)
    assertKnown(generator, outcome)
    if (outcome.printed !== undefined) await assertFlow(outcome.printed, demo)
    console.log(`${name}: ${sentenceOf(outcome)}`)
  } catch (error) {
    if (error instanceof NotHere) {
      console.log(`${name} was not tried: ${error.message}`)
    } else {
      process.exitCode = 1
      console.error(`${name} failed:`, error)
    }
  }
}

function assertKnown({ known }: Generator, { warnings }: Outcome): void {
  const unknown = warnings.filter((line) => !known.some((one) => one.line.test(line)))
  if (unknown.length > 0) throw new Error(`warnings that are not known:\n${[...new Set(unknown)].join('\n')}`)
}

function sentenceOf({ warnings, compiledBy, printed, ran }: Outcome): string {
  if (ran !== undefined) return ran
  return [
    warnings.length === 0 ? 'no warnings' : `${warnings.length} known warnings`,
    compiledBy === undefined ? 'not compiled here' : `compiled (${compiledBy})`,
    printed === undefined ? 'not run' : 'created, dry-ran, listed and read a document',
  ].join('; ')
}
