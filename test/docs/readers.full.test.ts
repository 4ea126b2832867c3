import { suite, test } from 'node:test'
import { blockOf, placeOf } from './blocks.ts'
import { fragmentsInPages } from './fragments-in-pages.ts'
import { rulesInPages } from './rules-in-pages.ts'
import { settingsInPages } from './settings-in-pages.ts'

// What a page shows as a file, a setting or a rule is read by the code that reads it in use.

for (const table of [settingsInPages, rulesInPages, fragmentsInPages])
  for (const [page, readers] of Object.entries(table))
    suite(page, () => {
      for (const [beginning, read] of Object.entries(readers)) {
        const block = blockOf(page, beginning)
        test(`${placeOf(block)}: ${beginning}`, () => read(block.text))
      }
    })
