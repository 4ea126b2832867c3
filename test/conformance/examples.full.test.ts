import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { before, test } from 'node:test'
import { root } from '../support/processes/command-line.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant } from '../support/service/test-service.ts'

// What examples/README.md says of the documents: which break a rule, and which get a warning.

eachService('the examples, posted as they are', (start) => {
  let tenant: Tenant
  before(async () => {
    tenant = await (await start.shared()).tenant()
  })

  const files = globSync('examples/*.json', { cwd: root }).filter(
    (file) => !/business-profile|large-1000-lines/.test(file),
  )
  const familyOf = (name: string) =>
    `${name.startsWith('sales-') ? 'sales' : 'purchase'}-${name.includes('credit-note') ? 'credit-notes' : 'invoices'}`

  for (const file of files) {
    test(basename(file), async () => {
      const name = basename(file, '.json')
      const path = `/api/${familyOf(name)}/${tenant.profileId}?dry_run=true`
      const { status, json, text } = await tenant.post(path, readFileSync(`${root}/${file}`, 'utf8'))
      assert.equal(status, 200, text)
      const found: readonly Finding[] = json.document.meta_info.peppol_status.validation_results
      const rules = found.map(({ flag, reasonCode }) => `${flag} ${reasonCode}`)
      if (name === 'breaks-rules') assert.equal(rules.filter((rule) => rule.startsWith('fatal')).length, 4, text)
      else assert.deepEqual(rules, namesAnInvoice(name) ? ['warning SB-CREDIT-UNKNOWN'] : [], text)
    })
  }
})

/** A volume discount refers to no invoice. */
function namesAnInvoice(name: string): boolean {
  return name.includes('credit-note') && name !== 'credit-note-volume-discount'
}

interface Finding {
  readonly flag: string
  readonly reasonCode: string
}
