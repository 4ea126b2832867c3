import { optionalText } from '../database/columns.ts'
import type { Row } from '../database/database.ts'

/**
 * Why the network refused a leg, in the words of the system that refused it: of its status
 * (Message Level Status), or of the access point that could not deliver. Undefined if it said
 * nothing.
 */
export function refusalReason(row: Row): string | undefined {
  return (
    sentenceIn(row, 'mls_beginning', 'description') ?? sentenceIn(row, 'transmission_beginning', 'transmissionError')
  )
}

/** Selected from `legs` for `refusalReason`; null for a leg that was not refused. */
export function refusalColumns(table: string): string {
  const beginning = (column: string) =>
    `case when ${table}status in ('REJECTED', 'FAILED') then substr(${table}${column}, 1, ${beginningCharacters}) end`
  return `${beginning('mls_response')} as mls_beginning,
    ${beginning('transmission_response')} as transmission_beginning`
}

/** A status may have a thousand issues after the first sentence. */
const beginningCharacters = 8_000

/** Without a sentence for the whole, the status has its first issue's. */
function sentenceIn(row: Row, column: string, member: string): string | undefined {
  const written = optionalText(row, column)
  if (written === undefined) return undefined
  const found = new RegExp(`"${member}":"((?:[^"\\\\]|\\\\u[0-9a-f]{4}|\\\\.){1,${sentenceCharactersMax}})`, 'i').exec(
    written,
  )?.[1]
  if (found === undefined) return undefined
  const sentence = String(JSON.parse(`"${found}"`))
    .toWellFormed()
    .trim()
  return sentence === '' ? undefined : sentence
}

const sentenceCharactersMax = 1_000
