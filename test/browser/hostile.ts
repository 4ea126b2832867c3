import assert from 'node:assert/strict'
import { BusinessProfile, requests as schemas } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { recordOutage } from '../../src/store/outages.ts'
import { sql } from '../support/databases/any-row.ts'
import { anInvoiceWithEverything } from '../support/requests/everything.ts'
import { aBuyer, aPurchaseInvoice, aSupplier, jsonOf } from '../support/requests/requests.ts'
import type { TestService } from '../support/service/test-service.ts'
import { withFreeText } from '../support/text/free-text.ts'
import { type Seeds, seed } from './seeds.ts'

/** Where a hostile text that runs leaves its mark. */
export const mark = 'pwned'

/** Each breaks out of another place: text, an attribute, an address, a script, a style, a comment. */
const attacks = [
  `<img src=x onerror=window.${mark}=1>`,
  `"><script>window.${mark}=2</script>`,
  `' autofocus onfocus=window.${mark}=3 x='`,
  `javascript:window.${mark}=4//`,
  `</title></textarea></script><svg onload=window.${mark}=5>`,
  `--><iframe srcdoc="<script>top.${mark}=6</script>">`,
  `\`\${window.${mark}=7}{{window.${mark}=8}}`,
]

/** Takes the attacks in turn, so that each place gets one of them and all are used. */
function attacksInTurn(): () => string {
  let at = 0
  return () => attacks[at++ % attacks.length] ?? ''
}

/** The organisation of the seeds, with an attack in every text that somebody can choose. */
export async function seedHostile(running: TestService): Promise<Seeds> {
  const next = attacksInTurn()
  const seeds = await seed(running, { name: next() })
  const { tenant, documents, operator, possessions } = seeds
  const { database } = running.service.parts.store
  const accepted = (answer: { readonly status: number; readonly text: string }) =>
    assert.ok(answer.status < 300, answer.text)
  const profile = withFreeText(readJson(jsonOf(aBuyer())), BusinessProfile, next)
  accepted(await tenant.send('PUT', '/api/business-profiles/BP-SEED', { ...profile, name: next() }))
  const everything = withFreeText(readJson(jsonOf(anInvoiceWithEverything())), schemas['purchase-invoices'], next)
  const sent = await tenant.post('/api/purchase-invoices/BP-SEED', { ...everything, document_number: next() })
  accepted(sent)
  documents.set('everything', { family: 'purchase-invoices', id: String(sent.json.id) })
  const supplier = aSupplier({ name: next(), party_name: next(), endpoint_id: '1000000011' })
  const rejected = aPurchaseInvoice({ accounting_supplier_party: supplier, note: next() })
  const refused = await tenant.post('/api/purchase-invoices/BP-SEED', rejected)
  accepted(refused)
  accepted(await operator.send('POST', '/api/users', { name: next(), role: 'viewer' }))
  accepted(await operator.send('POST', '/api/clients', { name: next(), scope: 'documents:read' }))
  const hook = { id: 'updateWebhook', method: 'PATCH', path: '/api/webhooks/{webhook_id}' } as const
  const texts = { webhook: next(), organisation: next(), cause: next(), outage: next(), browser: next() }
  await database.transaction([
    sql('update webhooks set description = $2 where id = $1', possessions.id(hook, 'webhook_id'), texts.webhook),
    sql('update organisations set name = $2 where id = $1', tenant.orgId, texts.organisation),
    sql('update legs set cause = $2 where org_id = $1 and cause is not null', tenant.orgId, texts.cause),
    sql('update sessions set user_agent = $2 where org_id = $1', tenant.orgId, texts.browser),
  ])
  const { now } = running.service.parts
  const endedAt = now() - 7_200_000
  await recordOutage(database, { cause: 'gateway', reason: texts.outage, at: endedAt - 60_000, endedAt })
  return seeds
}
