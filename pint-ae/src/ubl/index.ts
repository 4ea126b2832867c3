// An entry for the service alone: network and tax data documents.

export { type DocumentIdentifiers, identifiersOf, taxDataIdentifiers } from './network/document-identifiers.ts'
export { type Envelope, participants } from './network/envelope.ts'
export { MlsUnreadable, mlsDocument, mlsIdentifiers, readMls, type Verdict, type VerdictIssue } from './network/mls.ts'
export { envelopeInPieces, writeEnvelope } from './network/write-envelope.ts'
export { isPredefinedEndpoint } from './predefined-endpoint.ts'
export { bareProviderId, providerScheme } from './provider-id.ts'
export { taxDataDocument } from './tax-data/tax-data.ts'
export { reportedIssueDate, type TaxReportAgain, taxDataAgain } from './tax-data/tax-data-again.ts'
export { ublDocument } from './ubl-document.ts'
