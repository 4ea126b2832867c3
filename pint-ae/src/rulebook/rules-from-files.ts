import { openWritten } from '@selfbill/schematron/written'
import { librarySources, madeFromSources } from '../made-from-sources.ts'
import type { Rulebook } from './rulebook.ts'
import { writtenRulebooks } from './written-rulebook.ts'

// `#rules` in a clone: our rules, compiled when their files or our code changed. What is published
// has them compiled already (scripts/compiled-rules.ts).

const code = await madeFromSources('rules.js', librarySources, async () =>
  (await import('./write-rulebook.ts')).writeOurRules(),
)

export const ourRulebook: (gaps: boolean) => Rulebook = new Function(
  'openWritten',
  'writtenRulebooks',
  `return ${code}`,
)(openWritten, writtenRulebooks)
