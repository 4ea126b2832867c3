import { Type } from '@selfbill/pint-ae/document'
import type { LogEntry } from '../../../../../client/src/api-types.ts'
import type { SelfbillClient } from '../../../../../client/src/client.ts'
import { answer } from '../answer.ts'
import { type AnsweredDocument, DocumentSummary, exactJson, summaryLines, summaryOf } from '../document-answer.ts'
import { foreign, withMarks } from '../foreign-text.ts'
import { FamilyInput, IdInput } from '../inputs.ts'
import { documentLinks, documentPath, Links } from '../links.ts'
import { tool } from '../tool.ts'

/** One document with its status now. */
export const getDocument = tool({
  name: 'get_document',
  title: 'Retrieve a document',
  description:
    'Retrieves a document with its figures, findings and status now. log: what happened to it, with the reasons of ' +
    'rejections. full: every member of the document.',
  isWrite: false,
  input: Type.Object(
    {
      family: FamilyInput,
      id: IdInput,
      log: Type.Optional(Type.Boolean({ description: 'true: with what happened to it, oldest first' })),
      full: Type.Optional(Type.Boolean({ description: 'true: with every member, which may be long' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    id: Type.String(),
    document: DocumentSummary,
    log: Type.Optional(Type.Array(Type.Unknown())),
    full: Type.Optional(Type.Unknown()),
    links: Links,
  }),
  async call({ family, id, log = false, full = false }, parts, signal) {
    const path = documentPath(family, id)
    const document = exactJson(await parts.client.send('GET', path, { signal })) as AnsweredDocument
    const summary = await summaryOf(document, family, parts)
    const entries = log ? await logOf(`${path}/peppol-status-logs`, parts.client, signal) : undefined
    const content = {
      id: document.id,
      document: summary,
      ...(entries !== undefined && { log: entries }),
      ...(full && { full: withMarks(document) }),
      links: documentLinks(parts.address, family, document.id),
    }
    return answer(content, (mark) => [
      `Status: ${summary.status ?? 'none, it is not sent'}`,
      ...summaryLines(document, summary, mark),
      ...(entries ?? []).map(({ at, event, message }) => `${at} ${event} ${mark(message)}`),
      content.links.page,
    ])
  },
})

async function logOf(path: string, client: SelfbillClient, signal: AbortSignal) {
  const entries = exactJson(await client.send('GET', path, { signal })) as readonly LogEntry[]
  return entries.map(({ timestamp, event, message }) => ({
    at: new Date(timestamp).toISOString(),
    event,
    message: foreign(message),
  }))
}
