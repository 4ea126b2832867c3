import { readFile } from 'node:fs/promises'
import { librarySources, madeFromSources } from '@selfbill/pint-ae/made-from-sources'
import { installation, isClone } from '../installation.ts'

/**
 * The OpenAPI document as JSON. The package has it as a file since its build; a clone makes it when
 * its code has changed.
 */
export function openApiText(): Promise<string> {
  if (!isClone) return readFile(new URL('dist/openapi.json', installation), 'utf8')
  const sources = ['src/', 'package.json'].map((place) => new URL(place, installation))
  return madeFromSources('openapi.json', [...librarySources, ...sources], writeOpenApi)
}

export async function writeOpenApi(): Promise<string> {
  const [{ openApiDocument }, { operations }, { dictionary }] = await Promise.all([
    import('../api/openapi/openapi-document.ts'),
    import('../features/index.ts'),
    import('../features/dictionary.ts'),
  ])
  return JSON.stringify(openApiDocument(operations, dictionary))
}
