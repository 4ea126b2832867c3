/** A text in both languages of the API. */
export interface Texts {
  readonly en: string
  readonly ar: string
}

/** A row of the table of messages. */
export interface MessageRow extends Texts {
  /** Values that programs need, and that a sentence fixed by the contract does not show. */
  readonly unsaid?: readonly string[]
  /** Values with the words of another program, which have no id. */
  readonly quoted?: readonly string[]
}

/** A message about a whole request. */
export interface FaultRow extends MessageRow {
  readonly status: number
  /** The member that it stands under in an answer; absent: `message`. */
  readonly under?: string
  /** It is also a message of a field, under the path of that field. */
  readonly isOfFieldToo?: true
  /** No program ever meets it. */
  readonly isForPeople?: true
}
