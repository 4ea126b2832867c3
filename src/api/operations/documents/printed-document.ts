import { familyTitles, isCreditNote, named, oneOf, optional } from '@selfbill/pint-ae/document'
import { htmlPolicy } from '../../../render/html-policy.ts'
import { printMs } from '../../../render/printer.ts'
import { PrintingMissing } from '../../../render/printing-package.ts'
import type { StoredOrder } from '../../../render/stored-order.ts'
import { findLogo, type Logo } from '../../../store/accounts/logos.ts'
import { creditedValue } from '../../../store/documents/credited-value.ts'
import type { StoredDocument } from '../../../store/documents/document-row.ts'
import { findDocument, findUbl } from '../../../store/documents/find-document.ts'
import { networkOf } from '../../../store/documents/network-of.ts'
import { storedRequest } from '../../../store/documents/stored-request.ts'
import type { Room } from '../../../store/room.ts'
import { JobExceeded, ShareExceeded } from '../../../threads/job.ts'
import type { FileAnswer } from '../../answer/answer.ts'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Printing } from '../../parts.ts'
import { notBlank } from '../../request/parameters.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * The document to file and print, in English, in Arabic or in both, with its current status. The
 * HTML contains everything it needs and may load nothing; the PDF embeds its fonts. Source:
 * docs/decisions/0040.
 */
export function printedDocument(kind: DocumentKind, format: 'html' | 'pdf') {
  const { family } = kind
  return operationWith<Basics & Printing>()({
    id: `${camelName(kind)}${format === 'pdf' ? 'Pdf' : 'Html'}`,
    method: 'GET',
    path: `/api/${family}/{id}/${format}`,
    ...(format === 'pdf' && { otherPaths: [`/api/${family}/{id}/download-pdf`] }),
    summary: `Print a ${familyTitles[family].toLowerCase()} as ${format.toUpperCase()}`,
    description: 'It contains everything it needs and loads nothing.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    isTranslated: true,
    params: documentParameters,
    query: {
      language: optional(notBlank(named('PageLanguage', oneOf(pageLanguages)))),
    },
    answers: { 200: { description: 'The printed document', type: types[format], headers: namedFile } },
    faults: [
      'document_not_found',
      'content_removed',
      'parameter_invalid',
      'prints_exceeded',
      'print_too_long',
      'unavailable',
      ...(format === 'pdf' ? (['printing_missing'] as const) : []),
    ],
    async handle({ account, params, query, parts, language, room }) {
      const { id: documentId } = params
      const { language: pageLanguage = language } = query
      const document = await findDocument(parts.store.database, account.orgId, family, documentId, room)
      if (!document) throw documentNotFound(family, documentId)
      const order = await orderOf(document, { language: pageLanguage, format, parts, room })
      const fileName = `${document.documentNumber}.${format}`
      return {
        ...(await print(parts, order, account.orgId, format)),
        headers: headersOf(format, fileName, pageLanguage),
      }
    },
  })
}

export const pageLanguages = ['en', 'ar', 'bilingual'] as const satisfies readonly StoredOrder['language'][]
type PageLanguage = (typeof pageLanguages)[number]

const types = { html: 'text/html', pdf: 'application/pdf' } as const

async function orderOf(
  document: StoredDocument,
  { language, format, parts, room }: Print & { readonly format: 'html' | 'pdf' },
): Promise<StoredOrder> {
  const logo = await findLogo(parts.store.database, document.orgId)
  return {
    family: document.family,
    id: document.id,
    answer: await document.answer.inParts(),
    findings: await document.findings.inParts(),
    request: await requestOf(document, { parts, room }),
    ubl: format === 'pdf' ? await ublOf(document, { parts, room }) : null,
    overallStatus: document.overallStatus,
    participantStatus: document.participantStatus,
    ftaStatus: document.ftaStatus,
    isSandbox: await isOfSandbox(document, parts),
    ...(logo !== undefined && { logo: logoOnPage(logo) }),
    ...(isCreditNote(document.family) && { credited: await creditedValue(parts.store.database, document) }),
    language,
    printedAt: parts.now(),
  }
}

/** The stored picture as a page has it. */
export function logoOnPage({ type, content, width, height }: Logo): NonNullable<StoredOrder['logo']> {
  return { type, base64: Buffer.from(content).toString('base64'), width, height }
}

/** The page shows which amounts the request expected. */
async function requestOf({ orgId, family, id }: StoredDocument, { parts, room }: Pick<Print, 'parts' | 'room'>) {
  const found = await storedRequest(parts.store.database, { orgId, family, id }, room)
  return (await found?.request?.inParts()) ?? []
}

/**
 * Whether the simulated network had the document. One that no network had yet will go to the
 * present one.
 */
export async function isOfSandbox(
  document: StoredDocument,
  { store, gatewayName }: Basics & Printing,
): Promise<boolean> {
  const network = await networkOf(store.database, document)
  return network === undefined ? gatewayName === 'sandbox' : network === 'sandbox'
}

/** The UBL document for the PDF. A document that failed its rules is not issued, so it has none. */
async function ublOf(document: StoredDocument, { parts, room }: Pick<Print, 'parts' | 'room'>) {
  const { orgId, family, id, overallStatus } = document
  if (overallStatus === 'VALIDATION_FAILED') return null
  const ubl = await findUbl(parts.store.database, orgId, family, id, room)
  return ubl === undefined || ubl.bytes > ublInPdfMax ? null : await ubl.inParts()
}

/** A call that prints. */
interface Print extends Pick<AccountContext<Basics & Printing>, 'parts'> {
  readonly language: PageLanguage
  readonly room: Room
}

/** Attachments are in the UBL document, and would make a PDF that nobody can mail. */
const ublInPdfMax = 10 * 1024 * 1024

/**
 * A document printed as PDF, with its current status. Throws Faults when too many prints wait, and
 * where PDFs cannot be printed.
 */
export async function printedPdf(document: StoredDocument, { language, parts, room }: Print) {
  const order = await orderOf(document, { language, format: 'pdf', parts, room })
  return orFault(() => parts.printer.pdf(order, document.orgId))
}

/** Any other page as a PDF, with the same Faults. */
export function pageAsPdf({ printer }: Pick<Printing, 'printer'>, page: Page, orgId: string): Promise<Uint8Array> {
  return orFault(() => printer.page(page, orgId))
}

type Page = Parameters<Printing['printer']['page']>[0]

/** A page as HTML, with the same Faults. */
export async function printedHtml(
  { printer }: Pick<Printing, 'printer'>,
  order: StoredOrder,
  orgId: string,
): Promise<FileAnswer<200, 'text/html'>> {
  return { status: 200, type: 'text/html; charset=utf-8', body: await orFault(() => printer.html(order, orgId)) }
}

async function print(
  { printer }: Printing,
  order: StoredOrder,
  orgId: string,
  format: 'html' | 'pdf',
): Promise<FileAnswer<200, (typeof types)[typeof format]>> {
  if (format === 'html') return printedHtml({ printer }, order, orgId)
  return { status: 200, type: types.pdf, body: await orFault(() => printer.pdf(order, orgId)) }
}

async function orFault<Printed>(work: () => Promise<Printed>): Promise<Printed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ShareExceeded)
      throw new Fault('prints_exceeded', { max: error.waitingMax }, undefined, printsRetrySeconds)
    if (error instanceof PrintingMissing) throw new Fault('printing_missing')
    if (error instanceof JobExceeded)
      throw new Fault('print_too_long', { seconds: printMs / 1000 }, undefined, longPrintRetrySeconds)
    throw error
  }
}

/** A long document takes some seconds to print. */
const printsRetrySeconds = 5
/** The next one may find a quieter machine. */
const longPrintRetrySeconds = 60

export function headersOf(
  format: 'html' | 'pdf',
  fileName: string,
  language: PageLanguage,
): Readonly<Record<string, string>> {
  return {
    ...fileHeaders(format === 'pdf' ? 'attachment' : 'inline', fileName),
    'content-language': language === 'bilingual' ? 'en, ar' : language,
    'content-security-policy': format === 'html' ? htmlPolicy : "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  }
}
