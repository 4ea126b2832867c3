import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ValidationResult } from '@selfbill/pint-ae/document'
import { installation } from '../../../installation.ts'
import type { Terminal } from '../../terminal.ts'
import type { DemoClient, Document, LogEntry } from './demo-client.ts'
import type { DemoWire } from './demo-wire.ts'
import { columnsMax, wrapText } from './wrap-text.ts'

/** Posts one example and prints its log until the document is final. */
export async function travel(
  terminal: Terminal,
  client: DemoClient,
  wire: DemoWire,
  example: Example,
): Promise<Travel> {
  const began = performance.now()
  const text = await readFile(new URL(`examples/${example.file}`, installation), 'utf8')
  const document = await client.post(`/api/${example.path}/BP-DEMO000001`, text)
  const print = ({ event, message, sent_message_id: uuid }: LogEntry) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(2).padStart(6)
    const head = `${seconds} s  ${document.document_number.padEnd(12)} ${event.padEnd(24)} `
    const margin = ' '.repeat(head.length)
    const [first, ...more] = wrapText(message, columnsMax - head.length)
    const messages = uuid === null ? [] : messageLines(wire, event, uuid)
    const findings = event === 'VALIDATION_FAILED' ? findingLines(document) : []
    terminal.print(
      [
        head + first,
        ...more.map((line) => margin + line),
        ...[...messages, ...findings].map((line) => inset + line),
      ].join('\n'),
    )
  }
  let printed = 0
  for (;;) {
    const log = await client.get<LogEntry[]>(`/api/${example.path}/${document.id}/peppol-status-logs`)
    for (const entry of log.slice(printed)) print(entry)
    printed = log.length
    const current = await client.get<Document>(`/api/${example.path}/${document.id}`)
    const status = current.meta_info.peppol_status.overall_status
    const tookMs = performance.now() - began
    if ((status !== 'PENDING' && isFinal(log)) || tookMs > travelMsMax) return summary(example, current, tookMs)
    await sleep(lookEveryMs)
  }
}

export interface Example {
  readonly file: string
  readonly path: string
  readonly end: string
}

export interface Travel {
  readonly example: Example
  readonly number: string
  readonly sequence: number
  readonly payable: string
  readonly vat: string
  readonly status: string
  readonly findings: readonly ValidationResult[]
  readonly tookMs: number
}

const travelMsMax = 60_000
const lookEveryMs = 100
const inset = ' '.repeat(10)

/** The envelope or status that belongs to an event. A receipt means that the envelope was sent. */
function messageLines(wire: DemoWire, event: string, transmissionUuid: string): readonly string[] {
  if (event.startsWith('RECEIPT_FROM')) return wire.envelopeLines(transmissionUuid)
  return event.startsWith('MLS_RECEIVED') ? wire.statusLines(transmissionUuid) : []
}

/** Each failed rule once, with its field and message. */
function findingLines(document: Document): readonly string[] {
  const findings = document.meta_info.peppol_status.validation_results.map(({ reasonCode, field, text }) =>
    wrapText(`${field ?? '-'}: ${text}`, columnsMax - inset.length - ruleCharacters).map(
      (line, at) => (at === 0 ? reasonCode : '').padEnd(ruleCharacters) + line,
    ),
  )
  return [...new Set(findings.map((lines) => lines.join('\n')))].flatMap((lines) => lines.split('\n'))
}

const ruleCharacters = 12

/**
 * The document is final and every leg has its answer. A refusal makes a document final while the
 * other leg still runs.
 */
function isFinal(log: readonly LogEntry[]): boolean {
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
