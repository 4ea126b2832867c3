import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../config/config.ts'
import type { ValidationResult } from '../document/answer.ts'
import { buildService } from '../service/service.ts'
import { DemoWire, folded } from './demo-wire.ts'

/**
 * Four documents travel from JSON to their end on both legs, on a temporary database, with a live line for every event, and what
 * the envelopes say that went out and the statuses that came in. Only the network is a stand-in (docs/sandbox.md). Exit 0
 * when each ends as its example means it to.
 */
export async function demo(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'selfbill-demo-'))
  const wire = new DemoWire()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    GATEWAY: 'sandbox',
    RATE_LIMIT_PER_MINUTE: '100000',
  })
  const service = await buildService(config, undefined, { onEnvelope: (envelope) => wire.hear(envelope) })
  try {
    const address = await service.start()
    console.log(
      `Selfbill listens on ${address}, with a temporary database and the sandbox for a network.\n\n${legend}\n`,
    )
    const client = new Client(address, await service.demoToken())
    const travels = await Promise.all(examples.map((example) => travel(client, wire, example)))
    console.log(`\n${table(travels)}`)
    return travels.every(({ status, example }) => status === example.end) ? 0 : 1
  } finally {
    await service.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** What somebody must know who has never seen an envelope or a status. */
const legend = `Four documents are issued at once: an invoice and a credit note that pass, an invoice that breaks
rules and goes nowhere, and one that the tax authority rejects. What passes travels on two legs:

  C3  to the supplier's access point, as UBL      C5  to the tax authority, as a tax data report

On each leg an envelope (SBDH) goes out, its receipt comes back, and then a message level status
(MLS) with the verdict: AP accepted, AB accepted though delivery is not confirmed, RE rejected.`

interface Example {
  readonly file: string
  readonly path: string
  readonly end: string
}

const examples: readonly Example[] = [
  { file: 'purchase-invoice.json', path: 'purchase-invoices', end: 'APPROVED' },
  { file: 'purchase-credit-note.json', path: 'purchase-credit-notes', end: 'APPROVED' },
  { file: 'breaks-rules.json', path: 'purchase-invoices', end: 'VALIDATION_FAILED' },
  { file: 'rejected-by-authority.json', path: 'purchase-invoices', end: 'REJECTED' },
]

const travelMsMax = 60_000
const lookEveryMs = 100
const columnsMax = 100
const inset = ' '.repeat(10)

interface Travel {
  readonly example: Example
  readonly number: string
  readonly sequence: number
  readonly payable: string
  readonly vat: string
  readonly status: string
  readonly findings: readonly ValidationResult[]
  readonly tookMs: number
}

/** Posts one example and follows its log to the end. */
async function travel(client: Client, wire: DemoWire, example: Example): Promise<Travel> {
  const began = performance.now()
  const text = await readFile(new URL(`../../examples/${example.file}`, import.meta.url), 'utf8')
  const document = await client.post(`/api/${example.path}/BP-DEMO000001`, text)
  const tell = ({ event, message, sent_message_id: uuid }: LogEntry) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(2).padStart(6)
    const head = `${seconds} s  ${document.document_number.padEnd(12)} ${event.padEnd(24)} `
    const margin = ' '.repeat(head.length)
    const [first, ...more] = folded(message, columnsMax - head.length)
    const passed = uuid === null ? [] : passedWith(wire, event, uuid)
    const broken = event === 'VALIDATION_FAILED' ? findingLines(document) : []
    console.log(
      [head + first, ...more.map((line) => margin + line), ...[...passed, ...broken].map((line) => inset + line)].join(
        '\n',
      ),
    )
  }
  let told = 0
  for (;;) {
    const log = await client.get<LogEntry[]>(`/api/${example.path}/${document.id}/peppol-status-logs`)
    for (const entry of log.slice(told)) tell(entry)
    told = log.length
    const current = await client.get<Document>(`/api/${example.path}/${document.id}`)
    const status = current.meta_info.peppol_status.overall_status
    const tookMs = performance.now() - began
    if ((status !== 'PENDING' && told === log.length && isTold(log)) || tookMs > travelMsMax)
      return summary(example, current, tookMs)
    await sleep(lookEveryMs)
  }
}

/** What passed when that happened to a transmission: its envelope has gone when its receipt is there. */
function passedWith(wire: DemoWire, event: string, transmissionUuid: string): readonly string[] {
  if (event.startsWith('RECEIPT_FROM')) return wire.envelopeLines(transmissionUuid)
  return event.startsWith('MLS_RECEIVED') ? wire.statusLines(transmissionUuid) : []
}

/** Each broken rule once, with the field that is to blame, and its sentence. */
function findingLines(document: Document): readonly string[] {
  const told = document.meta_info.peppol_status.validation_results.map(({ reasonCode, field, text }) =>
    folded(`${field ?? '-'}: ${text}`, columnsMax - inset.length - ruleCharacters).map(
      (line, at) => (at === 0 ? reasonCode : '').padEnd(ruleCharacters) + line,
    ),
  )
  return [...new Set(told.map((lines) => lines.join('\n')))].flatMap((lines) => lines.split('\n'))
}

const ruleCharacters = 12

/** The document has its end, and every leg that left has had its answer: one refusal ends a document while the other leg goes on. */
function isTold(log: readonly LogEntry[]): boolean {
  const count = (stem: RegExp) => log.filter(({ event }) => stem.test(event)).length
  if (count(/^(DOCUMENT_(APPROVED|REJECTED)|VALIDATION_FAILED)$/) === 0) return false
  return count(/^(MLS_RECEIVED_FROM|TRANSMISSION_FAILED)_/) >= count(/^SUBMITTED_TO_/)
}

function summary(example: Example, document: Document, tookMs: number): Travel {
  const { overall_status: status, validation_results: findings } = document.meta_info.peppol_status
  const money = (amount: number) => `${amount.toFixed(2)} ${document.document_currency_code}`
  return {
    example,
    number: document.document_number,
    sequence: document.document_sequence,
    payable: money(document.totals.payable_amount),
    vat: money(document.totals.tax_amount),
    status,
    findings,
    tookMs,
  }
}

function table(travels: readonly Travel[]): string {
  const head = ['document', 'sequence', 'payable', 'VAT', 'overall status', 'time', 'findings']
  const rows = travels.map((travel) => [
    travel.number,
    String(travel.sequence),
    travel.payable,
    travel.vat,
    travel.status,
    `${(travel.tookMs / 1000).toFixed(1)} s`,
    [...new Set(travel.findings.map(({ reasonCode }) => reasonCode))].join(' ') || '-',
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const lastAt = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const line = (cells: readonly string[]) => {
    const [first = '', ...more] = folded(cells.at(-1) ?? '', columnsMax - lastAt)
    const before = cells.slice(0, -1).map((cell, column) => `${cell.padEnd(widths[column] ?? 0)}  `)
    return [before.join('') + first, ...more.map((text) => ' '.repeat(lastAt) + text)].join('\n')
  }
  const rule = widths.map((width, column) => '-'.repeat(column === widths.length - 1 ? columnsMax - lastAt : width))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** The members of answers that the demo shows; figures may pass through doubles here, since they are only printed. */
interface Document {
  readonly id: string
  readonly document_number: string
  readonly document_sequence: number
  readonly document_currency_code: string
  readonly totals: { readonly payable_amount: number; readonly tax_amount: number }
  readonly meta_info: {
    readonly peppol_status: {
      readonly overall_status: string
      readonly validation_results: readonly ValidationResult[]
    }
  }
}

interface LogEntry {
  readonly sent_message_id: string | null
  readonly event: string
  readonly message: string
}

class Client {
  readonly #address: string
  readonly #token: string

  constructor(address: string, token: string) {
    this.#address = address
    this.#token = token
  }

  get<Body>(path: string): Promise<Body> {
    return this.#call(path, {})
  }

  post(path: string, body: string): Promise<Document> {
    return this.#call(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  }

  async #call<Body>(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Body> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#token}` }
    const response = await fetch(this.#address + path, { ...init, headers })
    const body = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
    return JSON.parse(body)
  }
}
