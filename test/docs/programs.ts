import { root } from '../support/processes/command-line.ts'
import { invoiceFile } from '../support/service/demo-service.ts'
import type { Blocks } from './blocks.ts'

/** A block of TypeScript, and the module that a reader puts it into. */
export interface Program {
  /** The lines above the block. */
  readonly above?: string
  readonly below?: string
  /** What a reader writes for `…`. */
  readonly cutOff?: string
  /** The block with these lines below it runs, and prints this. */
  readonly runs?: { readonly lines?: string; readonly args?: readonly string[]; readonly prints: RegExp }
}

const from = (path: string) => `'${root}${path}'`

/** Page → the beginning of a block → its module. */
export const programs: Blocks<Program> = {
  'client/README.md': {
    "import { readFile } from 'node:fs/promises'": { runs: { args: [invoiceFile], prints: /^PINV-\d+ APPROVED\n$/ } },
    'import { SelfbillClient, SelfbillError': {
      below: 'export { follow, issue, rejectedOf, rules }',
      runs: {
        lines: `
import { readFileSync } from 'node:fs'
const request = JSON.parse(readFileSync(String(process.env.INVOICE), 'utf8'))
const id = await issue('order-1', request)
const same = await issue('order-1', request)
const seen = new Set<string>()
for await (const event of client.events({ since: '0' })) if (seen.add(event.data.id).has(id)) break
const lists = [await rejectedOf('Nobody'), Object.keys(rules)]
const logged: unknown[] = []
console.error = (...of) => logged.push(...of)
await issue('order-2', { ...request, issue_date: 'soon' }).catch(() => undefined)
const decoded = JSON.parse(new TextDecoder().decode((await client.send('GET', '/api/me')).bytes))
console.log(id === same, seen.has(id), JSON.stringify(lists), logged[0], Object.keys(Object(logged[2])), 'scopes' in decoded)
await follow(undefined, async (of) => {
  if (of === id) process.exit()
})
`,
        prints: /^true true \[\[\],\["items","next"\]\] 400 \[ 'issue_date' \] true$/m,
      },
    },
  },
  'docs/integrating.md': {
    'import { verifyWebhook': {
      above: `import { Webhook } from 'standardwebhooks'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const rawBody = '{"id": "evt_1"}'
const sentAt = new Date()
const headers = new Headers({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, rawBody),
})
const request = { headers }`,
      runs: { lines: 'console.log(event.id)', prints: /^evt_1$/m },
    },
    'async function whyRejected': {
      above: `import { readFileSync } from 'node:fs'
import { SelfbillClient } from ${from('client/src/index.ts')}
const client = new SelfbillClient({
  baseUrl: String(process.env.SELFBILL_URL),
  credentials: { token: String(process.env.SELFBILL_TOKEN) },
})`,
      below: 'export { whyRejected }',
      runs: {
        lines: `
const example = readFileSync(String(process.env.INVOICE), 'utf8')
async function reasonsFor(endpoint: string) {
  const request = JSON.parse(example.replace(/"endpoint_id": "[0-9]+"/, '"endpoint_id": "' + endpoint + '"'))
  const { id } = await client.purchaseInvoices.issue(String(process.env.PROFILE), request)
  for await (const { data } of client.events({ since: '0' }))
    if (data.id === id && data.overall_status === 'REJECTED') break
  return whyRejected(id)
}
console.log(JSON.stringify([await reasonsFor('1000000011'), await reasonsFor('1000000013')]))`,
        prints: /^\[\[".+","BV A rule of the receiver is broken"\],\["[^"]*not registered[^"]*"\]\]$/m,
      },
    },
  },
  'docs/adding-a-page.md': {
    'export const showProfile': {
      above: `import { html } from '@selfbill/pint-ae/html'
import { pageHead } from ${from('src/console/parts/page-head.ts')}
import { page } from ${from('src/console/route.ts')}`,
    },
  },
  'docs/adding-an-operation.md': {
    '/** The ids of the documents': {
      above: `import { date, familyTitles, Type } from '@selfbill/pint-ae/document'
import { ok } from ${from('src/api/answer/answers.ts')}
import type { DocumentKind } from ${from('src/api/documents/document-kind.ts')}
import { operation } from ${from('src/api/operation.ts')}
import { defaultSize, pageBody, pageOf, pageParameters } from ${from('src/api/request/paging.ts')}
import { idsCreatedBetween } from ${from('src/store/documents/document-ids.ts')}
const span = { from: 0, until: 1 }`,
      cutOff:
        'idsCreatedBetween(parts.store.database, ' +
        '{ orgId: account.orgId, family, ...span, offset: page * size, limit: size * Number(created_on !== "") })',
    },
  },
  'docs/adding-a-member.md': {
    'order_contact:': {
      above: `import { optional } from ${from('pint-ae/src/document/declaration/declare.ts')}
import { text } from ${from('pint-ae/src/document/declaration/leaves.ts')}
export const members = {`,
      below: '}',
    },
  },
  'docs/adding-a-rule.md': {
    "'ibr-900-ae': when": {
      above: `import type { RuleCase } from ${from('test/support/rules/rule-cases.ts')}
import { type Edit, set } from ${from('test/support/rules/ubl-documents.ts')}
const when = (...edits: readonly Edit[]): RuleCase => ({ edits })
export const cases = {`,
      below: '}',
    },
  },
}
