// What a user of @selfbill/client writes: issues an invoice and follows it until it is approved.
// Copied beside the installed packages, and run by Node, Deno and Bun.
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { SelfbillClient, SelfbillError } from '@selfbill/client'

const [baseUrl, clientId, clientSecret] = process.argv.slice(2)
const client = new SelfbillClient({ baseUrl, credentials: { clientId, clientSecret } })
const invoice = JSON.parse(await readFile('node_modules/selfbill/examples/purchase-invoice.json', 'utf8'))
const { next: since } = await client.call('listEvents', { query: { since: 'latest' } })
const issued = await client.purchaseInvoices.issue('BP-DEMO000001', invoice)
for await (const { data } of client.events({ since })) {
  if (data.id === issued.id && data.overall_status !== 'PENDING') {
    console.log(data.overall_status)
    break
  }
}
const html = await client.purchaseInvoices.html(issued.id)
console.log(html.includes(issued.document_number) ? 'HTML' : 'no HTML')
try {
  const pdf = await client.purchaseInvoices.pdf(issued.id)
  console.log(new TextDecoder().decode(pdf.subarray(0, 4)))
} catch (error) {
  if (!(error instanceof SelfbillError)) throw error
  console.log(`${error.status} ${error.message}`)
}
// A long poll may still wait.
process.exit(0)
