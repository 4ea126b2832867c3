import { CsvUnreadable } from './csv-columns.ts'

/**
 * What separates the columns of a CSV file: its first line says so (`sep=;`, as Excel writes it), or it is the comma, semicolon or
 * tab that the line of the headings has most of; headings of ours hold none of them. `beginning` is what was read for that.
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
    throw new CsvUnreadable('its first line, sep=, states no comma, semicolon, tab or vertical bar')
  }
  return { beginning, separator: stated, firstLine: 2 }
}

export interface Separator {
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

/** As long as a row may be. */
const lineCharactersMax = 1_000_000
