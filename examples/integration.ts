/**
 * A whole integration with the client in client/, from the client's secret to the evidence of a
 * credited invoice. Run it against `npm start`:
 *
 *     bin/selfbill client add walk --scope 'documents:read documents:write profiles'
 *     SELFBILL_CLIENT_ID=… SELFBILL_CLIENT_SECRET=… npm run example
 *
 * Set SELFBILL_URL if the service is not at http://127.0.0.1:8080.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BusinessProfile, type InvoiceRequest, SelfbillClient } from '../client/src/index.ts'

const { SELFBILL_URL = 'http://127.0.0.1:8080', SELFBILL_CLIENT_ID = '', SELFBILL_CLIENT_SECRET = '' } = process.env
if (SELFBILL_CLIENT_ID === '' || SELFBILL_CLIENT_SECRET === '') {
  console.error("Set SELFBILL_CLIENT_ID and SELFBILL_CLIENT_SECRET: bin/selfbill client add walk --scope 'documents:read documents:write profiles'")
  process.exit(2)
}
// The client fetches a token for the first request, and a new one before it expires.
const client = new SelfbillClient({ baseUrl: SELFBILL_URL, credentials: { clientId: SELFBILL_CLIENT_ID, clientSecret: SELFBILL_CLIENT_SECRET } })

// The business profile is the buyer of every purchase and issues the self-billed invoices.
const party: BusinessProfile = JSON.parse(await example('business-profile.json'))
const profile = await client.call('createBusinessProfile', { body: party })
console.log(`profile      ${profile.profile_id} ${profile.party_name ?? profile.name}`)

// The end of the change feed: all later events come after it.
const { next: since } = await client.call('listEvents', { query: { since: 'latest' } })

// A dry run: nothing is stored, numbered or sent.
const invoice: InvoiceRequest = JSON.parse(await example('purchase-invoice.json'))
const dry = await client.purchaseInvoices.dryRun(profile.profile_id, invoice)
console.log(`dry run      ${dry.document.totals.payable_amount} ${invoice.document_currency_code}, ${findingsOf(dry.document).length} findings`)

// An invoice that breaks a fatal rule is stored but not sent. A finding names the field, and where
// only one repair is possible the fix. Warnings stop nothing.
const broken: InvoiceRequest = structuredClone(invoice)
broken.accounting_supplier_party.postal_address.country_subentity = 'Dubai'
const failed = await client.purchaseInvoices.issue(profile.profile_id, broken, { idempotencyKey: `walk-${profile.profile_id}` })
for (const { flag, reasonCode, field, value, fix } of findingsOf(failed)) {
  const repair = fix === null ? '' : `; fix ${JSON.stringify(fix)}`
  console.log(`${flag.padEnd(12)} ${reasonCode} at ${field}: ${value}${repair}`)
}

// Resubmit the whole corrected invoice: same id, number and sequence, next revision.
const repaired = applyFixes(broken, findingsOf(failed).flatMap(({ fix }) => fix ?? []))
const sent = await client.purchaseInvoices.resubmit(failed.id, profile.profile_id, repaired)
console.log(`resubmitted  ${sent.document_number} is ${sent.meta_info.peppol_status?.overall_status}`)
await untilApproved(sent.id)

// Credit 200 kilograms. Prices, charges and VAT come from the invoice.
const credit = await client.purchaseInvoices.credit(sent.id, {
  discrepancy_response: 'DL8.61.1.D',
  lines: [{ line: 1, quantity: 200 }],
})
console.log(`credited     ${credit.document_number}: ${credit.totals.payable_amount} of ${sent.totals.payable_amount}`)
await untilApproved(credit.id)

// A PDF for the files, and evidence to prove the invoice years later.
const folder = process.env.OUTPUT ?? tmpdir()
await writeFile(join(folder, 'invoice.pdf'), await client.purchaseInvoices.pdf(sent.id, 'ar'))
await writeFile(join(folder, 'evidence.zip'), await client.purchaseInvoices.evidence(sent.id))
console.log(`written      ${join(folder, 'invoice.pdf')}, and evidence.zip: bin/selfbill verify checks it`)

/**
 * Follows the change feed until the document is approved. A real integration stores the last cursor
 * with its data and never stops.
 */
async function untilApproved(id: string): Promise<void> {
  const ending = new AbortController()
  for await (const { type, data } of client.events({ since, signal: ending.signal })) {
    if (data.id !== id) continue
    console.log(`event        ${type} ${data.document_number}: ${data.overall_status}, ${data.participant_status}, ${data.fta_status}`)
    if (data.overall_status === 'REJECTED') throw new Error(`${data.document_number} was rejected`)
    if (data.overall_status === 'APPROVED') ending.abort()
  }
}

function findingsOf(document: typeof failed | typeof dry.document) {
  return document.meta_info.peppol_status?.validation_results ?? []
}

/** Applies the fixes of findings to a request: JSON Patch operations that set one member. */
function applyFixes(request: InvoiceRequest, fixes: readonly { readonly path: string; readonly value: string }[]): InvoiceRequest {
  let whole: Json = JSON.parse(JSON.stringify(request))
  for (const { path, value } of fixes) {
    const steps = path.slice(1).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    whole = withMember(whole, steps, value)
  }
  return JSON.parse(JSON.stringify(whole))
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** A copy of `whole` with another value at the path. */
function withMember(whole: Json | undefined, [step, ...rest]: readonly string[], value: string): Json {
  if (step === undefined) return value
  if (Array.isArray(whole)) return whole.map((item, at) => (at === Number(step) ? withMember(item, rest, value) : item))
  const members = typeof whole === 'object' && whole !== null ? whole : {}
  return { ...members, [step]: withMember(members[step], rest, value) }
}

async function example(name: string): Promise<string> {
  return await readFile(new URL(name, import.meta.url), 'utf8')
}
