/** The values of a document that lists show and filters search; amounts as decimal text. */
export interface DocumentFigures {
  readonly issueDate: string
  readonly currency: string
  readonly payableAmount: string
  /** With VAT and rounding, before prepaid amounts. */
  readonly billedAmount: string
  readonly taxAmount: string
  /** Net and VAT in AED by VAT category: `S 1000.00 50.00;Z 20.00 0.00`. */
  readonly vatInAed: string
  /** The number of the buyer's purchase order. */
  readonly orderNumber: string | undefined
  readonly billedByName: string
  readonly billedByVat: string | undefined
  readonly billedToName: string
  readonly billedToVat: string | undefined
}
