import { join } from 'node:path'
import { NotHere } from '../../access-point/not-here.ts'
import { hasCommand, runProgram } from '../../support/processes/program.ts'
import type { KnownWarning, Workshop } from '../generator.ts'
import { cachedFolder } from './cache.ts'
import { fetchBy } from './fetch.ts'

/** The tests were written against this release. */
export const openapiGeneratorVersion = '7.25.0'

/** Generates a client into the folder `client` of the workshop; returns the warnings. */
export async function generateClient(
  { folder, document }: Workshop,
  language: string,
  ...options: readonly string[]
): Promise<readonly string[]> {
  const args = ['generate', '-g', language, '-i', document, '-o', join(folder, 'client'), callsAlone, ...options]
  const printed = await runProgram('java', ['-jar', await jar(), ...args], { limitMs: 120_000 })
  return printed.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line))
}

/** No code for the requests of webhooks: this release writes broken code for those. */
const callsAlone = '--global-property=apis,models,supportingFiles'

/**
 * For Java and Go: their clients accept members of answers that later versions have. Otherwise they
 * refuse the whole answer.
 */
export const openModels = '--additional-properties=disallowAdditionalPropertiesIfNotPresent=false'

/** Warnings in every language. */
export const knownWarnings: readonly KnownWarning[] = [
  { line: /OpenAPI 3\.1 support is still in beta/, why: 'it calls its own support of OpenAPI 3.1 a beta' },
  {
    line: /Unknown `format` decimal detected/,
    why: 'it does not know `format: decimal` of numbers, which other generators need for exact amounts',
  },
]

async function jar(): Promise<string> {
  if (!(await hasCommand('java', '-version'))) throw new NotHere('no Java')
  const folder = await cachedFolder(`openapi-generator-${openapiGeneratorVersion}`, async (empty) => {
    if (!(await hasCommand('mvn', '--version'))) throw new NotHere('no Maven')
    const artefact = `org.openapitools:openapi-generator-cli:${openapiGeneratorVersion}`
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
    const args = ['-B', '-q', '--strict-checksums', goal, `-Dartifact=${artefact}`, `-DoutputDirectory=${empty}`]
    await fetchBy('openapi-generator', 'mvn', args)
  })
  return join(folder, `openapi-generator-cli-${openapiGeneratorVersion}.jar`)
}
