/** The values of a document that lists show and filters search; amounts as decimal text. */
export interface DocumentFigures {
  readonly issueDate: string
  readonly currency: string
  readonly payableAmount: string
  /** With VAT and rounding, before prepaid amounts. */
  readonly billedAmount: string
  readonly taxAmount: string
  readonly billedByName: string
  readonly billedByVat: string | undefined
  readonly billedToName: string
  readonly billedToVat: string | undefined
}
