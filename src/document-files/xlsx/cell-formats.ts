import { readXmlEvents } from './xml-events.ts'

/**
 * How a number is shown: as a date, as a percentage, or with zeros in front of it that are not part
 * of the number. Undefined for all others.
 */
export type CellFormat = 'date' | 'percent' | 'padded' | undefined

/** By the number of the style. */
export type CellFormats = readonly CellFormat[]

/** The formats of the styles of cells. Source: ECMA-376, part 1 (18.8.30, 18.8.45). */
export function cellFormatsIn(xml: string): CellFormats {
  const codes = new Map<string, string>()
  const formats: CellFormat[] = []
  let isOfCells = false
  readXmlEvents(xml, {
    open(name, attribute) {
      if (name === 'numFmt') codes.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) formats.push(formatOf(attribute('numFmtId') ?? '0', codes))
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

function formatOf(id: string, codes: ReadonlyMap<string, string>): CellFormat {
  const code = codes.get(id)
  if (code === undefined) return builtInDates.has(Number(id)) ? 'date' : builtInPercents.has(id) ? 'percent' : undefined
  // Words in quotes, escaped letters, colours and locales are no parts of a date.
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '')
  if (/[dy]/i.test(bare) && !/^general/i.test(bare)) return 'date'
  if (bare.includes('%')) return 'percent'
  return /^0{2,}(?![.,0])/.test(bare) ? 'padded' : undefined
}

/** Those with a day; others show times alone. */
const builtInDates: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
])

/** `0%` and `0.00%`. */
const builtInPercents: ReadonlySet<string> = new Set(['9', '10'])
