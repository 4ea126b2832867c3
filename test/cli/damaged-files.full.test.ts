import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { readDocuments } from '../../src/document-files/document-file.ts'
import { FileUnreadable, problemMessage } from '../../src/document-files/problem.ts'
import { placeOfField, type ReadDocument, type ReadFile } from '../../src/document-files/read-document.ts'
import { TextUndecodable } from '../../src/encoding/strict-decoder.ts'
import { type DamagedFile, damagedFiles } from '../support/files/damages.ts'
import { invoiceTable, written } from '../support/files/table.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant } from '../support/service/test-service.ts'

// Files that spreadsheets, programs and people damaged: every document is issued as it was meant,
// or refused with row and column. None is issued in part.

eachService('damaged files', (start) => {
  let tenant: Tenant
  before(async () => {
    tenant = await (await start.shared()).tenant()
  })

  const files = damagedFiles()
  test('there are at least 200', () => assert.ok(files.length >= 200, String(files.length)))

  for (const file of files) {
    test(file.name, async () => {
      const outcomes = await outcomesOf(file)
      const refused = outcomes.filter(({ reasons }) => reasons.length > 0)
      const meant = await meantBy(file)
      for (const { document, reasons, text } of outcomes) {
        if (reasons.length === 0) assert.ok(meant.has(comparable(text)), `${document} is issued otherwise: ${text}`)
      }
      const expected =
        file.expected === 'all'
          ? []
          : file.expected === 'nothing'
            ? outcomes.map(({ document }) => document)
            : file.expected
      assert.deepEqual(
        refused.map(({ document }) => document).toSorted(),
        [...expected].toSorted(),
        JSON.stringify(refused),
      )
      if (file.expected === 'all') assert.equal(outcomes.length, 3)
      const reasons = refused.flatMap((one) => one.reasons).join('\n')
      if (file.place?.row !== undefined) assert.match(reasons, new RegExp(`Row ${file.place.row}( \\(line \\d+\\))?: `))
      if (file.place?.column !== undefined) assert.ok(reasons.includes(file.place.column), reasons)
    })
  }

  interface Outcome {
    readonly document: string
    readonly text?: string | undefined
    readonly reasons: readonly string[]
  }

  async function outcomesOf(file: DamagedFile): Promise<readonly Outcome[]> {
    let read: ReadFile
    try {
      read = await readOf(file)
    } catch (error) {
      if (error instanceof FileUnreadable)
        return [{ document: 'file', reasons: [inEnglish(problemMessage(error.problem))] }]
      if (error instanceof TextUndecodable) return [{ document: 'file', reasons: [error.message] }]
      throw error
    }
    const ofFile = read.problems.map((problem) => inEnglish(problemMessage(problem)))
    const outcomes: Outcome[] = ofFile.length === 0 ? [] : [{ document: 'file', reasons: ofFile }]
    for (const document of await documentsOf(read)) {
      const problems = document.problems.map((problem) => inEnglish(problemMessage(problem)))
      const reasons = [...ofFile, ...problems]
      const issued = reasons.length === 0 ? await refusedFields(document) : reasons
      outcomes.push({ document: document.key ?? '', text: document.text, reasons: issued })
    }
    return outcomes
  }

  /** The same document is in many files. */
  const known = new Map<string, Promise<readonly (readonly [field: string, text: string])[]>>()

  /** Issues a document. What the service refuses, or fails its rules, with row and column. */
  async function refusedFields(document: ReadDocument): Promise<readonly string[]> {
    const text = document.text ?? ''
    const issued = known.get(text) ?? issue(text)
    known.set(text, issued)
    const fields = await issued
    return fields.map(([field, reason]) => {
      const { place, column } = placeOfField(document, field)
      return `Row ${place?.row}: ${column}: ${reason}`
    })
  }

  async function issue(request: string): Promise<readonly (readonly [field: string, text: string])[]> {
    const { status, json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
    if (status !== 201) return Object.entries<string>(json.errors)
    return json.meta_info.peppol_status.validation_results
      .filter(({ flag }: { flag: string }) => flag === 'fatal')
      .map(({ field, text }: { field: string; text: string }) => [field, text] as const)
  }
})

function readOf({ bytes, encoding }: Pick<DamagedFile, 'bytes' | 'encoding'>): Promise<ReadFile> {
  const source = async function* () {
    yield bytes
  }
  return readDocuments({ name: 'july.csv', family: 'purchase-invoices', encoding }, source, 10_000)
}

/** The documents of the file before it was damaged. */
async function meantBy({ meant = invoiceTable() }: DamagedFile): Promise<ReadonlySet<string>> {
  const documents = await documentsOf(await readOf({ bytes: Buffer.from(written(meant)) }))
  assert.equal(documents.length, 3)
  return new Set(documents.map(({ text }) => comparable(text)))
}

async function documentsOf(read: ReadFile): Promise<readonly ReadDocument[]> {
  const documents: ReadDocument[] = []
  for await (const document of read.documents()) documents.push(document)
  return documents
}

/** The request with its lines and members in one order. */
function comparable(text: string | undefined): string {
  const { document_lines: lines, expected_totals: _, ...document } = JSON.parse(text ?? '{}')
  return JSON.stringify([sorted(document), lines.map((line: unknown) => JSON.stringify(sorted(line))).toSorted()])
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value)
    .map(([name, member]) => [name, sorted(member)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}
