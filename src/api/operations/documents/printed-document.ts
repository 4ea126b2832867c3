import Type from 'typebox'
import { familyTitles } from '../../../document/family.ts'
import { Fault } from '../../../faults.ts'
import { htmlPolicy } from '../../../render/html/html.ts'
import type { StoredOrder } from '../../../render/page/printed-page.ts'
import type { StoredDocument } from '../../../store/documents/document-row.ts'
import { ShareExceeded } from '../../../threads/job.ts'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { type Answer, type Call, operationOf } from '../../operation.ts'
import type { Parts } from '../../parts.ts'
import type { Language } from '../../request/language.ts'
import { refuseStrangers } from '../../request/query.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * The document as a person files and prints it, in English or Arabic, with its status at that moment. The HTML holds all it needs
 * and may load nothing; the PDF carries its fonts. Source: decision 0040.
 */
export function printedDocument(kind: DocumentKind, format: 'html' | 'pdf') {
  const { family } = kind
  return operationOf({
    id: `${camelName(kind)}${format === 'pdf' ? 'Pdf' : 'Html'}`,
    method: 'GET',
    path: `/api/${family}/{id}/${format}`,
    ...(format === 'pdf' && { otherPaths: [`/api/${family}/{id}/download-pdf`] }),
    summary: `A ${familyTitles[family].toLowerCase()} to read and print, as ${format.toUpperCase()}`,
    description: 'It holds all it needs and loads nothing.',
    scope: 'documents:read',
    isTranslated: true,
    params: documentParameters,
    query: parameters,
    answers: { 200: { description: 'The printed document', type: types[format], headers: namedFile } },
    faults: ['document_not_found', 'parameter_invalid', 'prints_exceeded', 'unavailable'],
    async handle({ account, param, query, parts, language, room }) {
      const documentId = param('id')
      refuseStrangers(query, parameters)
      const asked = languageAsked(query.language, language)
      const document = await parts.store.documents.find(account.orgId, family, documentId, room)
      if (!document) throw documentNotFound(family, documentId)
      const order = await orderOf(document, asked, parts.now())
      const fileName = `${document.documentNumber}.${format}`
      return { ...(await print(parts, order, account.orgId, format)), headers: headersOf(format, fileName, asked) }
    },
  })
}

const parameters = {
  language: Type.Optional(
    Type.String({ enum: ['en', 'ar'], description: 'The language of the page; absent: what Accept-Language prefers' }),
  ),
}

const types = { html: 'text/html', pdf: 'application/pdf' } as const

function languageAsked(parameter: string | undefined, preferred: Language): Language {
  if (parameter === undefined) return preferred
  if (parameter === 'en' || parameter === 'ar') return parameter
  throw new Fault('parameter_invalid', [], new Map([['language', 'Language must be one of en, ar']]))
}

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

/** The page of a document as a PDF, as it stands now. Throws Faults where too much waits to be printed. */
export async function printedPdf(document: StoredDocument, { language, parts }: Pick<Call, 'language' | 'parts'>) {
  const order = await orderOf(document, language, parts.now())
  return unlessShareExceeded(() => parts.printer.pdf(order, document.orgId))
}

async function print(parts: Parts, order: StoredOrder, orgId: string, format: 'html' | 'pdf'): Promise<Answer> {
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

/** A long document is printed in some seconds. */
const printsRetrySeconds = 5

function headersOf(format: 'html' | 'pdf', fileName: string, language: Language): Readonly<Record<string, string>> {
  return {
    ...fileHeaders(format === 'pdf' ? 'attachment' : 'inline', fileName),
    'content-language': language,
    'content-security-policy': format === 'html' ? htmlPolicy : "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  }
}
