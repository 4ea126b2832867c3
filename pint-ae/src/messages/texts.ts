/** A text in both languages of the API. */
export interface Texts {
  readonly en: string
  readonly ar: string
}
