import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { sql } from '../database/database.ts'
import { addDocument } from '../documents/add-document.ts'
import { openStore } from '../store.ts'
import { Parameters } from './overview-filter.ts'
import { textCondition } from './search.ts'
import { textFinds } from './text-finds.ts'

eachDatabase('a search for a part of a number', (open) => {
  test('finds capital letters outside ASCII too, which not every database knows', async () => {
    const store = open.keep(await openStore(open.location, 1))
    const db = store.database
    const { orgId } = await anOrganisationWithProfile(store)
    const numbers = ['INV-ÉTÉ-1', 'INV-été-2', 'INV-ETE-3']
    for (const documentNumber of numbers) await addDocument(db, aNewDocument({ orgId, documentNumber }))
    for (const [text, wanted] of [
      ['été-1', [numbers[0]]],
      ['ÉTÉ-1', [numbers[0]]],
      ['v-Été-2', [numbers[1]]],
      ['ÉTÉ-', numbers.slice(0, 2)],
      ['ete-3', [numbers[2]]],
    ] as const) {
      const columns = 'd.document_number'
      const finds = await textFinds(db, orgId, { text, families: ['purchase-invoices'], columns, max: 100 })
      const found = new Set(finds?.rows.map((row) => row.document_number))
      assert.deepEqual([...found].toSorted(), [...wanted].toSorted(), text)
      const parameters = new Parameters(orgId)
      const condition = textCondition(text, (value) => parameters.bind(value))
      const rows = await db.query(
        sql(
          `select ${columns} from documents d where d.org_id = $1 and ${condition}`,
          orgId,
          ...parameters.values.slice(1),
        ),
      )
      assert.deepEqual(rows.map((row) => row.document_number).toSorted(), [...wanted].toSorted(), text)
    }
  })
})
