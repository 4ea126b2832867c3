import {
  date,
  type Family,
  familyNoun,
  familyTitles,
  identifier,
  isCreditNote,
  optional,
  reference,
  text,
} from '@selfbill/pint-ae/document'
import { type Message, message } from '@selfbill/pint-ae/messages'
import type { Text } from '@selfbill/pint-ae/text'
import type { Database } from '../../../store/database/database.ts'
import { type DocumentPage, listDocuments as listStored, sequenceOf } from '../../../store/documents/document-list.ts'
import { overallStatuses } from '../../../store/documents/document-row.ts'
import { batchBytes, withTexts } from '../../../store/documents/document-texts.ts'
import { streamedJson } from '../../answer/answers.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { type Audience, answeredDocument } from '../../documents/document-answer.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { listedIn, removedDocument } from '../../documents/removed-document.ts'
import { oneFieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { defaultSize, pageFrame, pageOf, pageParameters } from '../../request/paging.ts'
import { anyText, changedSince, severalOf } from '../../request/parameters.ts'

/**
 * Documents of a family, newest first, filtered by the query, each as its own operation answers it.
 * `before` continues after a page, whatever is created meanwhile. Source:
 * docs/contract.md#operations.
 */
export function listDocuments(kind: DocumentKind) {
  const { family, name } = kind
  const title = familyTitles[family].toLowerCase()
  return operation({
    id: `list${name}s`,
    method: 'GET',
    path: `/api/${family}`,
    summary: `List ${title}s, newest first`,
    description:
      'To read all of them, send the last `id` of a page as `before` of the next request: nothing is repeated or ' +
      'missed while others are created. A document whose content was removed after its retention has ' +
      '`meta_info.content_removed_at`, and few other members.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    isTranslated: true,
    query: filtersOf(family),
    answers: {
      200: {
        description: 'A page of documents',
        type: 'application/json',
        schema: pageOf(`${name}Page`, listedIn(kind)),
      },
    },
    faults: ['parameter_invalid'],
    async handle(call) {
      const { page = 0, size = defaultSize, before, ...sent } = call.query
      if (before !== undefined && page > 0) refuse('page', message('page_with_before'))
      const found = await listStored(call.parts.store.database, {
        orgId: call.account.orgId,
        family,
        filter: {
          documentNumber: sent.document_number,
          invoiceNumber: 'invoice_number' in sent ? sent.invoice_number : undefined,
          billedByName: sent.billed_by_name,
          billedToName: sent.billed_to_name,
          billedByVat: sent.billed_by_vat,
          billedToVat: sent.billed_to_vat,
          statuses: sent.status,
          issueDate: sent.document_date,
          from: sent.from,
          to: sent.to,
          changedSince: sent.changed_since,
        },
        page,
        size,
        before: before === undefined ? undefined : await sequenceBefore(call, family, before),
      })
      await call.room.take(batchBytes(found.documents))
      return streamedJson(pageText(call.parts.store.database, found, { page, size }, call))
    },
  })
}

const filters = {
  document_number: optional(reference()),
  billed_by_name: optional(text()),
  billed_to_name: optional(text()),
  billed_by_vat: optional(identifier()),
  billed_to_vat: optional(identifier()),
  status: optional(severalOf(overallStatuses)),
  document_date: optional(date()),
  from: optional(date()),
  to: optional(date()),
  changed_since: optional(changedSince()),
  // A malformed id answers like an unknown one.
  before: optional(anyText({ format: 'uuid' })),
  ...pageParameters,
}

const creditNoteFilters = {
  invoice_number: optional(reference()),
  ...filters,
}

function filtersOf(family: Family): typeof filters | typeof creditNoteFilters {
  return isCreditNote(family) ? creditNoteFilters : filters
}

async function sequenceBefore({ account, parts }: AccountContext, family: Family, id: string): Promise<number> {
  const sequence = await sequenceOf(parts.store.database, account.orgId, family, id)
  return sequence ?? refuse('before', message('must_be_document_id', { kind: familyNoun(family) }))
}

function refuse(parameter: string, reason: Message): never {
  throw oneFieldFault('parameter_invalid', parameter, reason)
}

async function* pageText(
  db: Database,
  { documents, total, isTotalExact }: DocumentPage,
  { page, size }: { readonly page: number; readonly size: number },
  audience: Audience,
): AsyncGenerator<Text> {
  const { before, after } = pageFrame({ page, size, total, isTotalExact })
  yield before
  let separator = ''
  for await (const batch of withTexts(db, documents)) {
    for (const document of batch) {
      yield separator
      if (document.removedAt === undefined) yield* answeredDocument(document, audience)
      else yield removedDocument(document, document.removedAt)
      separator = ','
    }
  }
  yield after
}
