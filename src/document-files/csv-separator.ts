import { message } from '@selfbill/pint-ae/messages'
import { FileUnreadable } from './problem.ts'

/**
 * The column separator of a CSV file: the one in a first line `sep=;`, as Excel writes it, or
 * whichever of comma, semicolon and tab is most frequent among the headings, since no heading
 * contains one.
 */
export async function separatorIn(parts: AsyncIterator<string>): Promise<Separator> {
  let beginning = ''
  while (!hasFirstLine(beginning) && beginning.length <= rowCharactersMax) {
    const next = await parts.next()
    if (next.done === true) break
    beginning += next.value
  }
  const line = /[^\r\n\s][^\r\n]*/.exec(beginning)?.[0] ?? ''
  const stated = /^"?sep=(.*?)"?$/i.exec(line)?.[1]
  if (stated === undefined) return { beginning, separator: mostOf(line), isStated: false }
  if (!separatorNames.has(stated)) throw new FileUnreadable(message('csv_separator_unknown'))
  return { beginning, separator: stated, isStated: true }
}

/** One pattern for both would begin again at each character of a file without a line end. */
function hasFirstLine(beginning: string): boolean {
  const start = beginning.search(/\S/)
  return start !== -1 && /[\r\n]/.test(beginning.slice(start))
}

export interface Separator {
  /** The text read so far; it comes before the rest of the source. */
  readonly beginning: string
  readonly separator: string
  /** In a first line of its own. */
  readonly isStated: boolean
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

export const rowCharactersMax = 1_000_000
