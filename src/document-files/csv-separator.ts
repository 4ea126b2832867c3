import { CsvUnreadable } from './csv-columns.ts'

/**
 * The column separator of a CSV file: the one in a first line `sep=;`, as Excel writes it, or
 * whichever of comma, semicolon and tab is most frequent among the headings, since no heading
 * contains one.
 */
export async function separatorIn(parts: AsyncIterator<string>): Promise<Separator> {
  let beginning = ''
  while (!/[\r\n]/.test(beginning) && beginning.length <= lineCharactersMax) {
    const next = await parts.next()
    if (next.done === true) break
    beginning += next.value
  }
  const line = /^[^\r\n]*/.exec(beginning)?.[0] ?? ''
  const stated = /^"?sep=(.*?)"?$/i.exec(line)?.[1]
  if (stated === undefined) return { beginning, separator: mostOf(line), firstLine: 1 }
  if (!separatorNames.has(stated)) {
    throw new CsvUnreadable('sep= in its first line must name a comma, semicolon, tab or vertical bar')
  }
  return { beginning, separator: stated, firstLine: 2 }
}

export interface Separator {
  /** The text read so far; it comes before the rest of the source. */
  readonly beginning: string
  readonly separator: string
  /** The line of the headings, from 1. */
  readonly firstLine: number
}

export const separatorNames: ReadonlyMap<string, string> = new Map([
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
])

function mostOf(line: string): string {
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((most, other) => (count(other) > count(most) ? other : most))
}

/** The maximum length of a row. */
const lineCharactersMax = 1_000_000
