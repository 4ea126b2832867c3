// An entry for the service alone: the document as data: declarations, checks, answers.

export {
  LegalHold,
  MetaInfo,
  NullableVerdict,
  OverallStatus,
  PurchaseCreditNote,
  PurchaseInvoice,
  SalesCreditNote,
  SalesInvoice,
  Totals,
  ValidationResult,
} from './answer.ts'
export { calculate } from './calculation/calculate.ts'
export { vatInAedOf } from './calculation/vat-in-aed.ts'
export { CompatibleContent, compatibleContent, compatibleTotals, printedAttachment } from './compatible-content.ts'
export { computeDocument } from './compute-document.ts'
export type { ComputedDocument } from './computed-document.ts'
export { PurchaseCredit, SalesCredit } from './credit/credit-request.ts'
export { answerEnum, answerObject, instant, instantAt, milliseconds, orNull } from './declaration/answer-shapes.ts'
export { check } from './declaration/check.ts'
export {
  annotated,
  annotationsOf,
  type Component,
  componentOf,
  described,
  filledOf,
  leaf,
  list,
  named,
  namedObject,
  object,
  optional,
  Problem,
} from './declaration/declare.ts'
export { Excess } from './declaration/excess.ts'
export type { FieldErrors } from './declaration/field-errors.ts'
export {
  amount,
  date,
  fileContent,
  flag,
  identifier,
  isDate,
  matching,
  oneOf,
  reference,
  text,
  wholeNumber,
} from './declaration/leaves.ts'
export { isArray, isObject, isOptional, Type } from './declaration/type.ts'
export { InvoiceRequest, requests } from './document.ts'
export type { DocumentFigures } from './document-figures.ts'
export {
  callersParty,
  type Family,
  families,
  familyNoun,
  familyOfRequest,
  familyTexts,
  familyTitles,
  isCreditNote,
} from './family.ts'
export { gulfTime, startOfGulfDay } from './gulf-time.ts'
export { numberKey } from './identifier-text.ts'
export { keptMembers } from './kept-members.ts'
export { numberFormatProblem, numberFormatSyntax, numberText, usualNumberFormat } from './number-format.ts'
export { Agreement, AgreementEnd, AnsweredAgreement } from './objects/agreement.ts'
export { AnsweredProfile, BusinessProfile, completedStatus, profileIdShape } from './objects/business-profile.ts'
export { type Party, SupplierParty } from './objects/party.ts'
export { partyOf } from './party-of.ts'
export { rootTotalsIn, totalsBegin } from './root-totals.ts'
