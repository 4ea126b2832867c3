import { librarySources, madeFromSources } from '../../made-from-sources.ts'
import type { CatalogueRule } from './catalogue.ts'

// `#catalogue` in a clone, as `#rules` (../rules-from-files.ts).

const json = await madeFromSources('catalogue.json', librarySources, async () => {
  const [{ readOurRuleFiles }, { catalogueOf }] = await Promise.all([
    import('../rule-files.ts'),
    import('./catalogue.ts'),
  ])
  return JSON.stringify(catalogueOf(readOurRuleFiles(), true))
})

export function ourCatalogue(): readonly CatalogueRule[] {
  return JSON.parse(json)
}
