import { codeOf, type Message, type MessageCode, message } from '@selfbill/pint-ae/messages'

/** What is wrong in a file of documents, and where. */
export interface Problem {
  /** Undefined for a problem of the whole file. */
  readonly place: Place | undefined
  /** The heading of a CSV column. */
  readonly column?: string | undefined
  readonly reason: Message
}

export interface Place {
  /** As a spreadsheet counts: the headings are row 1. Undefined in NDJSON. */
  readonly row: number | undefined
  /** The line of the text on which it begins, from 1. Line breaks inside a cell count. */
  readonly line: number
}

/** A problem with its place, as a sentence. */
export function problemMessage({ place, reason }: Problem): Message {
  if (place === undefined) return reason
  const { row, line } = place
  if (row === undefined) return message('file_line', { line, reason })
  return row === line ? message('file_row', { row, reason }) : message('file_row_on_line', { row, line, reason })
}

/** Beside the sentences of a document's problems, which are one message: the code of the first. */
export function problemCodes([first]: readonly Problem[]): { readonly message?: MessageCode } {
  return first === undefined ? {} : { message: codeOf(problemMessage(first)) }
}

/** Problems of one document or file. A file of a million wrong cells must not fill the memory. */
export class Problems {
  readonly #listed: Problem[] = []
  #more = 0

  add(problem: Problem): void {
    if (this.#listed.length < listedMax) this.#listed.push(problem)
    else this.#more += 1
  }

  get isEmpty(): boolean {
    return this.#listed.length === 0
  }

  get all(): readonly Problem[] {
    if (this.#more === 0) return this.#listed
    return [...this.#listed, { place: undefined, reason: message('file_more_problems', { count: this.#more }) }]
  }
}

const listedMax = 1_000

/** Nothing of the file can be read further. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
  readonly problem: Problem
  /** All of them, that one first. */
  readonly problems: readonly Problem[]

  constructor(reason: Message, place?: Place, others: readonly Message[] = []) {
    super(reason.id)
    this.problem = { place, reason }
    this.problems = [this.problem, ...others.map((other) => ({ place, reason: other }))]
  }
}
