import { message } from '@selfbill/pint-ae/messages'
import type { Place, Problem } from './problem.ts'

/**
 * The document numbers of a file. Documents with the same number are refused together: nobody knows
 * which of them is meant, or whether they are parts of one.
 */
export class NumbersSeen<Key> {
  readonly #first = new Map<string, { readonly place: Place; readonly key: Key }>()
  readonly #problems = new Map<Key, Problem[]>()

  add(number: string, place: Place, key: Key): void {
    const compared = number.normalize('NFC')
    const first = this.#first.get(compared)
    if (first === undefined) {
      this.#first.set(compared, { place, key })
      return
    }
    this.#problems.set(key, [problemAt(place, number, first.place)])
    if (!this.#problems.has(first.key)) this.#problems.set(first.key, [problemAt(first.place, number, place)])
  }

  problems(): ReadonlyMap<Key, readonly Problem[]> {
    return this.#problems
  }
}

function problemAt(place: Place, number: string, { row, line }: Place): Problem {
  const other = row === undefined ? message('file_place_line', { line }) : message('file_place_row', { row })
  return { place, column: 'document_number', reason: message('file_number_repeated', { number, place: other }) }
}
