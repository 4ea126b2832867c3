import { readdirSync, readFileSync } from 'node:fs'
import type { GeneratedFile } from '../generated-file.ts'
import { type BrunoRequest, blocks, requestText, tokenText } from './request-file.ts'

const examples = new URL('../../../examples/', import.meta.url)

/**
 * clients/bruno: a collection for Bruno (an application and a command line that call APIs) with the
 * first steps, and a request for every example.
 */
export function brunoCollection(): readonly GeneratedFile[] {
  const described = descriptions()
  const folders = families.map(({ folder, path, isOne }, at) => {
    const names = exampleNames().filter((name) => isOne.test(name))
    const requests = names.map((name, index) => exampleRequest(name, path, index + 1, described.get(name)))
    return folderFiles(folder, at + 2, requests)
  })
  return [
    { path: `${root}/bruno.json`, text: settings },
    { path: `${root}/collection.bru`, text: collectionText() },
    { path: `${root}/environments/local.bru`, text: environmentText() },
    { path: `${root}/first-steps/token.bru`, text: tokenText(tokenDocs) },
    ...folderFiles('First steps', 1, firstSteps()),
    ...folders.flat(),
  ]
}

const root = 'clients/bruno'
const tokenDocs = 'Sets `token`, which all other requests send. It is valid for a day.'
const settings = `{
  "version": "1",
  "name": "Selfbill",
  "type": "collection",
  "ignore": ["node_modules", ".git"]
}
`

function collectionText(): string {
  return blocks([
    ['auth', ['mode: bearer']],
    ['auth:bearer', ['token: {{token}}']],
    ['docs', ['Set `clientId` and `clientSecret` in the environment `local`, send `Token`, then any other request.']],
  ])
}

function environmentText(): string {
  const vars = ['baseUrl: http://127.0.0.1:8080', 'profile: BP-DEMO000001', 'clientId: ']
  return `${blocks([['vars', vars]])}vars:secret [\n  clientSecret\n]\n`
}

function firstSteps(): readonly BrunoRequest[] {
  const body = textOf('purchase-invoice')
  const create = '/api/purchase-invoices/{{profile}}'
  const read = '/api/purchase-invoices/{{documentId}}'
  const steps: readonly Omit<BrunoRequest, 'seq'>[] = [
    {
      name: 'Dry run',
      ...post(`${create}?dry_run=true`, body),
      statuses: [200],
      docs: 'Checks, computes and judges; stores nothing.',
    },
    {
      name: 'Issue an invoice',
      ...post(create, body),
      statuses: [201],
      sets: { documentId: 'res.body.id' },
      docs: 'Sets `documentId` for the requests below.',
    },
    { name: 'Read it', ...get(read), docs: 'The document, its findings and its status.' },
    {
      name: 'Status of both legs',
      ...get(`${read}/peppol-status`),
      docs: 'C3 is the other party, C5 the tax authority.',
    },
    {
      name: 'What happened',
      ...get(`${read}/peppol-status-logs`),
      docs: 'The log of the document, oldest entry first.',
    },
    { name: 'UBL', ...get(`${read}/xml`), docs: 'The document as it is sent.' },
    { name: 'PDF', ...get(`${read}/pdf?language=ar`), docs: 'The document as a page, in English or Arabic.' },
    { name: 'List invoices', ...get('/api/purchase-invoices?size=5'), docs: 'Newest first.' },
    {
      name: 'List documents of all families',
      ...get('/api/documents?attention=true'),
      docs: 'Those that need a person.',
    },
    {
      name: 'Change feed',
      ...get('/api/events?limit=10'),
      docs: 'Every change of every document. Continue from `next`.',
    },
    { name: 'Look up a rule', ...get('/api/rules/IBR-128-AE'), docs: 'By the reasonCode of a finding.' },
  ]
  // The token comes first.
  return steps.map((step, at) => ({ ...step, seq: at + 2 }))
}

function get(path: string) {
  return { method: 'get', path, statuses: [200] } as const
}

function post(path: string, body: string) {
  return { method: 'post', path, body } as const
}

function exampleRequest(name: string, path: string, seq: number, docs = ''): BrunoRequest {
  const body = textOf(name)
  const { document_number: number }: { readonly document_number?: string } = JSON.parse(body)
  // A number can be issued once, and the collection is sent more than once.
  const statuses = number === undefined ? [201] : [201, 409]
  return { name, seq, ...post(`${path}/{{profile}}`, body), statuses, docs }
}

function folderFiles(folder: string, seq: number, requests: readonly BrunoRequest[]): readonly GeneratedFile[] {
  const path = `${root}/${fileName(folder)}`
  const meta = { path: `${path}/folder.bru`, text: blocks([['meta', [`name: ${folder}`, `seq: ${seq}`]]]) }
  return [meta, ...requests.map((one) => ({ path: `${path}/${fileName(one.name)}.bru`, text: requestText(one) }))]
}

function fileName(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

const families = [
  {
    folder: 'Purchase invoices',
    path: '/api/purchase-invoices',
    isOne: /^(purchase-invoice|invoice-|breaks-rules|rejected-)/,
  },
  { folder: 'Purchase credit notes', path: '/api/purchase-credit-notes', isOne: /^(purchase-)?credit-note/ },
  { folder: 'Sales invoices', path: '/api/sales-invoices', isOne: /^sales-invoice/ },
  { folder: 'Sales credit notes', path: '/api/sales-credit-notes', isOne: /^sales-credit-note/ },
] as const

function exampleNames(): readonly string[] {
  return readdirSync(examples)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort()
}

function textOf(name: string): string {
  return readFileSync(new URL(`${name}.json`, examples), 'utf8').trimEnd()
}

/** What examples/README.md says of each example, without links. */
function descriptions(): ReadonlyMap<string, string> {
  const rows = readFileSync(new URL('README.md', examples), 'utf8').matchAll(/^\| \[([\w-]+)\.json\]\S* \| (.+) \|$/gm)
  return new Map(Array.from(rows, ([, name = '', text = '']) => [name, text]))
}
