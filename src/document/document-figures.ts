/** The values of a document that lists show and filters search; amounts as decimal text. */
export interface DocumentFigures {
  readonly issueDate: string
  readonly currency: string
  readonly payableAmount: string
  readonly taxAmount: string
  readonly billedByName: string
  readonly billedByVat: string | undefined
  readonly billedToName: string
  readonly billedToVat: string | undefined
}
