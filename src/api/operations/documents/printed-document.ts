import { described, optional } from '../../../document/declaration/declare.ts'
import { oneOf } from '../../../document/declaration/leaves.ts'
import { familyTitles } from '../../../document/family.ts'
import { htmlPolicy } from '../../../render/html/html.ts'
import type { StoredOrder } from '../../../render/page/printed-page.ts'
import type { StoredDocument } from '../../../store/documents/document-row.ts'
import { ShareExceeded } from '../../../threads/job.ts'
import type { FileAnswer } from '../../answer/answer.ts'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import type { Context } from '../../declaration/call.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import type { Parts } from '../../parts.ts'
import type { Language } from '../../request/language.ts'
import { notBlank } from '../../request/parameters.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * The document to file and print, in English or Arabic, with its current status. The HTML contains
 * everything it needs and may load nothing; the PDF embeds its fonts. Source: docs/decisions/0040.
 */
export function printedDocument(kind: DocumentKind, format: 'html' | 'pdf') {
  const { family } = kind
  return operation({
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
      language: optional(
        notBlank(described(oneOf(['en', 'ar']), 'The language of the page; absent: from Accept-Language')),
      ),
    },
    answers: { 200: { description: 'The printed document', type: types[format], headers: namedFile } },
    faults: ['document_not_found', 'parameter_invalid', 'prints_exceeded', 'unavailable'],
    async handle({ account, params, query, parts, language, room }) {
      const { id: documentId } = params
      const { language: pageLanguage = language } = query
      const document = await parts.store.documents.find(account.orgId, family, documentId, room)
      if (!document) throw documentNotFound(family, documentId)
      const order = await orderOf(document, pageLanguage, parts.now())
      const fileName = `${document.documentNumber}.${format}`
      return {
        ...(await print(parts, order, account.orgId, format)),
        headers: headersOf(format, fileName, pageLanguage),
      }
    },
  })
}

const types = { html: 'text/html', pdf: 'application/pdf' } as const

async function orderOf(document: StoredDocument, language: Language, printedAt: number): Promise<StoredOrder> {
  return {
    family: document.family,
    id: document.id,
    answer: await document.answer.inParts(),
    findings: await document.findings.inParts(),
    overallStatus: document.overallStatus,
    participantStatus: document.participantStatus,
    ftaStatus: document.ftaStatus,
    language,
    printedAt,
  }
}

/** A document printed as PDF, with its current status. Throws Faults when too many prints wait. */
export async function printedPdf(document: StoredDocument, { language, parts }: Pick<Context, 'language' | 'parts'>) {
  const order = await orderOf(document, language, parts.now())
  return unlessShareExceeded(() => parts.printer.pdf(order, document.orgId))
}

async function print(
  parts: Parts,
  order: StoredOrder,
  orgId: string,
  format: 'html' | 'pdf',
): Promise<FileAnswer<200, (typeof types)[typeof format]>> {
  if (format === 'html') {
    const body = await unlessShareExceeded(() => parts.printer.html(order, orgId))
    return { status: 200, type: `${types.html}; charset=utf-8`, body }
  }
  return { status: 200, type: types.pdf, body: await unlessShareExceeded(() => parts.printer.pdf(order, orgId)) }
}

async function unlessShareExceeded<Printed>(work: () => Promise<Printed>): Promise<Printed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ShareExceeded)
      throw new Fault('prints_exceeded', [String(error.waitingMax)], undefined, printsRetrySeconds)
    throw error
  }
}

/** A long document takes some seconds to print. */
const printsRetrySeconds = 5

function headersOf(format: 'html' | 'pdf', fileName: string, language: Language): Readonly<Record<string, string>> {
  return {
    ...fileHeaders(format === 'pdf' ? 'attachment' : 'inline', fileName),
    'content-language': language,
    'content-security-policy': format === 'html' ? htmlPolicy : "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  }
}
