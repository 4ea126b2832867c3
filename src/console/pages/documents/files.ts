import type { PageLanguage } from '../../../../client/src/api-types.ts'
import { Refused } from '../../http/refused.ts'
import { type ContentReply, content } from '../../route.ts'
import { answerHead, apiPathOf, type DocumentCall, listedDocument } from './shown-document.ts'

/** The printed page for the frame on the document's page, under the policy of the API. */
export const printedPage = content({
  path: '/console/documents/{family}/{id}/print',
  access: 'viewer',
  async send(call) {
    const document = await listedDocument(call)
    return framed(call.api, `${apiPathOf(document)}/html?language=bilingual`)
  },
})

/** A page of the API for a frame of ours. */
export async function framed(api: DocumentCall['api'], path: string): Promise<ContentReply> {
  const { bytes, headers } = await api.send('GET', path)
  const policy = headers.get('content-security-policy') ?? "default-src 'none'; sandbox"
  return {
    content: bytes,
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") },
  }
}

export const downloadPdf = content({
  path: '/console/documents/{family}/{id}/pdf',
  access: 'viewer',
  query: ['language'],
  send: (call) => download(call, `/pdf?language=${languageIn(call)}`, 'application/pdf', '.pdf'),
})

export const downloadXml = content({
  path: '/console/documents/{family}/{id}/xml',
  access: 'viewer',
  send: (call) => download(call, '/xml', 'application/xml', '.xml'),
})

export const downloadEvidence = content({
  path: '/console/documents/{family}/{id}/evidence',
  access: 'viewer',
  query: ['pdf'],
  send: (call) => download(call, `/evidence?pdf=${call.query.pdf === 'true'}`, 'application/zip', '-evidence.zip'),
})

export const downloadAnswer = content({
  path: '/console/documents/{family}/{id}/answer.json',
  access: 'viewer',
  send: (call) => download(call, '', 'application/json', '.json'),
})

export const downloadRequest = content({
  path: '/console/documents/{family}/{id}/request.json',
  access: 'viewer',
  send: (call) => download(call, '/request', 'application/json', '-request.json'),
})

export const downloadLog = content({
  path: '/console/documents/{family}/{id}/log.json',
  access: 'viewer',
  send: (call) => download(call, '/peppol-status-logs', 'application/json', '-log.json'),
})

export const downloadAttachment = content({
  path: '/console/documents/{family}/{id}/attachments/{attachment_id}',
  access: 'viewer',
  async send(call) {
    const document = await listedDocument(call)
    const { attachments } = await answerHead(call, document)
    const attachment = attachments.find(({ id }) => id === call.params.attachment_id)
    if (attachment === undefined) throw new Refused('notFound')
    const path = `${apiPathOf(document)}/attachments/${encodeURIComponent(attachment.id)}/download`
    return {
      content: await call.api.open(path, { signal: call.gone }),
      // A browser saves it and never opens it as a page of ours.
      type: 'application/octet-stream',
      filename: attachment.file_name,
    }
  },
})

export const pageLanguages = ['bilingual', 'en', 'ar'] as const satisfies readonly PageLanguage[]

/** Of the page: in both languages, unless the form beside the button says otherwise. */
function languageIn({ query }: DocumentCall<'language'>): PageLanguage {
  return pageLanguages.find((language) => language === query.language) ?? 'bilingual'
}

async function download(call: DocumentCall, path: string, type: string, ending: string): Promise<ContentReply> {
  const document = await listedDocument(call)
  const stream = await call.api.open(apiPathOf(document) + path, { signal: call.gone })
  return { content: stream, type, filename: document.document_number + ending }
}
