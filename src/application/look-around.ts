import { type Family, numberKey } from '@selfbill/pint-ae/document'
import type { ComputedFacts } from '@selfbill/pint-ae/draft'
import type { Circumstances, CreditedMarks } from '@selfbill/pint-ae/rulebook'
import { Decimal } from '@selfbill/schematron/decimal'
import { circumstancesOf, type NamedInvoice } from '../store/documents/circumstances.ts'
import { isOfEdition } from '../store/documents/document-context.ts'
import type { ApplicationParts, Caller } from './caller.ts'
import type { DocumentContext } from './document-context.ts'

/**
 * Looks up what rules need and no document shows: its agreement, an earlier document like it, and
 * the invoices that it credits. `circumstances` is undefined when there is nothing to say. Two
 * documents at once may both see nothing: these rules only warn. `isStale`: a remembered context
 * has changed, so the document must be made again. Source: docs/decisions/0123.
 */
export async function lookAround(
  { orgId, mayRead }: Pick<Caller, 'orgId' | 'mayRead'>,
  family: Family,
  context: DocumentContext,
  about: ComputedFacts,
  { store, circumstances: look = (about) => circumstancesOf(store.database, about) }: LookParts,
): Promise<{ readonly circumstances: Circumstances | undefined; readonly isStale: boolean }> {
  const { organisation, profileId } = context
  const needsAgreement = organisation.hasAgreements && family === 'purchase-invoices'
  const { isAgreed, alike, invoices, edition } = await look({
    orgId,
    family,
    profileId,
    id: about.id,
    figures: about.figures,
    // A supplier without a TIN is not registered in the UAE, and has no agreement; other rules are
    // about that (docs/decisions/0081).
    supplierTin: needsAgreement ? about.supplierTin : undefined,
    references: about.billingReferences,
  })
  const credited = marksOf(about, invoices)
  const isStale = context.isRemembered && !isOfEdition(context, edition)
  if (isAgreed && alike === undefined && credited.every((marks) => marks === undefined))
    return { circumstances: undefined, isStale }
  const isAlike = alike !== undefined
  // A caller who may only write does not get the number.
  const alikeNumber = mayRead === true ? alike : undefined
  return { circumstances: { lacksAgreement: !isAgreed, isAlike, alikeNumber, credited }, isStale }
}

type LookParts = Pick<ApplicationParts, 'store' | 'circumstances'>

/** The marks of the invoices that a credit note names. */
function marksOf(
  about: ComputedFacts,
  invoices: readonly (NamedInvoice | undefined)[],
): readonly (CreditedMarks | undefined)[] {
  const { figures, billingReferences, documentNumber } = about
  const left = leftOf(about, invoices)
  return invoices.map((invoice, at) => {
    const isItself = numberKey(billingReferences[at] ?? '') === numberKey(documentNumber)
    if (invoice === undefined) return isItself ? undefined : { found: 'none' }
    const marks: CreditedMarks = {
      ...(isItself && { found: 'invoice' }),
      ...(invoice.issueDate > figures.issueDate && { issued: invoice.issueDate }),
      ...(at === 0 && left !== undefined && { left }),
    }
    return Object.keys(marks).length === 0 ? undefined : marks
  })
}

/**
 * What is left of all invoices, if the credit note exceeds it. Not known when an invoice is not, or
 * is in another currency.
 */
function leftOf({ figures }: ComputedFacts, invoices: readonly (NamedInvoice | undefined)[]): string | undefined {
  let left = Decimal.zero
  for (const invoice of invoices) {
    if (invoice === undefined || invoice.currency !== figures.currency) return undefined
    const credited = Decimal.from(invoice.creditedCents).times(cent)
    left = left.plus(Decimal.from(invoice.billedAmount)).minus(credited)
  }
  return invoices.length > 0 && Decimal.from(figures.billedAmount).compare(left) > 0
    ? left.rescaled(2).toString()
    : undefined
}

const cent = Decimal.from('0.01')
