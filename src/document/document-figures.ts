/** What lists show of a document and filters look for; amounts as decimals in text. */
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
