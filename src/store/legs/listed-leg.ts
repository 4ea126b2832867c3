import { optionalWord, text, word } from '../database/columns.ts'
import type { Row } from '../database/database.ts'
import { type Corner, corners, type LegReport, legReports } from './legs.ts'

/** A leg in a list that a person reads, with the number of its document. */
export interface ListedLeg {
  readonly transmissionUuid: string
  readonly documentNumber: string
  readonly family: string
  readonly corner: Corner
  /** Undefined for a leg that was created with its document. */
  readonly report: LegReport | undefined
}

export function listedLeg(row: Row): ListedLeg {
  return {
    transmissionUuid: text(row, 'transmission_uuid'),
    documentNumber: text(row, 'document_number'),
    family: text(row, 'family'),
    corner: word(row, 'corner', corners),
    report: optionalWord(row, 'report', legReports),
  }
}

/** The longest list. */
export const listedMax = 1_000
