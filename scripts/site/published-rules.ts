import { join } from 'node:path'
import type { Plugin } from 'rolldown'
import { compiledCatalogue, compiledRules } from '../compiled-rules.ts'

const written = join(import.meta.dirname, '../../pint-ae/src/rulebook/written-rulebook.ts')

/** For a bundle of the sources: our rules as they are published, and modules of its own by name. */
export function publishedRules(more: Readonly<Record<string, string>> = {}): Plugin {
  const modules: Readonly<Record<string, string>> = {
    '#rules': compiledRules().replace("'./written-rulebook.js'", JSON.stringify(written)),
    '#catalogue': compiledCatalogue(),
    ...more,
  }
  return {
    name: 'published-rules',
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load: (id) => modules[id.slice(1)] ?? null,
  }
}
