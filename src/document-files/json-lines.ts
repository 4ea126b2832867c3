import { message } from '@selfbill/pint-ae/messages'
import { replacementAt } from '../encoding/replacement.ts'
import { NumbersSeen } from './numbers-seen.ts'
import { FileUnreadable, type Problem } from './problem.ts'
import type { ReadDocument, ReadFile } from './read-document.ts'

/**
 * Reads an NDJSON file to its end: a document on each line. The lines are read again for
 * `documents`, so a long file needs no memory. Throws `FileUnreadable`.
 */
export async function readJsonLines(text: () => AsyncIterable<string>, linesMax: number): Promise<ReadFile> {
  const seen = new NumbersSeen<number>()
  let [count, hasDocument] = [0, false]
  for await (const { line, text: json } of linesIn(text())) {
    count += 1
    if (line > linesMax) throw new FileUnreadable(message('file_too_many_rows', { max: linesMax }))
    hasDocument ||= /^\s*\{.*\}\s*$/s.test(json)
    const number = numberIn(json)
    if (number !== undefined) seen.add(number, { row: undefined, line }, line)
  }
  if (count === 0) throw new FileUnreadable(message('file_empty'))
  if (!hasDocument) throw new FileUnreadable(message('file_not_ndjson'))
  return { problems: [], count, documents: () => documentsIn(text(), seen.problems()) }
}

async function* documentsIn(
  text: AsyncIterable<string>,
  twice: ReadonlyMap<number, readonly Problem[]>,
): AsyncGenerator<ReadDocument, void, undefined> {
  for await (const { line, text: json } of linesIn(text)) {
    const place = { row: undefined, line }
    const damage = replacementAt(json) === undefined ? [] : [{ place, reason: message('text_damaged') }]
    const problems = [...damage, ...(twice.get(line) ?? [])]
    yield { places: [place], keyLine: line, text: problems.length === 0 ? json : undefined, source: json, problems }
  }
}

/** What the service refuses, such as text that is not JSON, has no number here. */
function numberIn(json: string): string | undefined {
  if (!json.includes('"document_number"')) return undefined
  try {
    const { document_number: number }: { document_number?: unknown } = JSON.parse(json)
    return typeof number === 'string' && number !== '' ? number : undefined
  } catch {
    return undefined
  }
}

/**
 * Lines end with LF, CR LF or CR only: U+2028 may occur inside a text. Blank lines are counted but
 * skipped.
 */
async function* linesIn(
  parts: AsyncIterable<string>,
): AsyncGenerator<{ readonly line: number; readonly text: string }, void, undefined> {
  let [line, rest, endsWithCr] = [0, '', false]
  for await (const part of parts) {
    // Search each part once, even when a line spans many parts.
    const hasEnd = endsWithCr || /[\r\n]/.test(part)
    rest += part
    if (part !== '') endsWithCr = part.endsWith('\r')
    if (!hasEnd) continue
    // A CR at the end may be the first half of CR LF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const text of lines) {
      line += 1
      if (text.trim() !== '') yield { line, text }
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest.replace(/\r$/, '') }
}
