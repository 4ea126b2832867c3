import { answerObject, oneOf, optional, Type } from '@selfbill/pint-ae/document'
import { noContent, ok } from '../../api/answer/answers.ts'
import type { AccountContext } from '../../api/declaration/call.ts'
import { Fault } from '../../api/faults.ts'
import { operationWith } from '../../api/operation.ts'
import { listBy, listMembers } from '../../api/request/lists.ts'
import { notBlank, wholeNumber as wholeParameter } from '../../api/request/parameters.ts'
import { userIdOf } from '../../people/sign-in.ts'
import type { Core } from '../feature.ts'
import { AnsweredDraft, answeredDraft, DraftRequest, DraftWithContent, summaryOf, versionMax } from './draft-shape.ts'
import { contentBytesMax, draftsMax } from './limits.ts'
import { maskDraft } from './mask-draft.ts'
import {
  addDraft,
  countDrafts,
  draftsOf,
  findDraft,
  type Owner,
  deleteDraft as remove,
  replaceDraft,
} from './stored-drafts.ts'

// Drafts: documents that a person has begun in the console and not issued yet. They belong to that
// person; those who administer the organisation see them all. Source: docs/decisions/0157.

type DraftParts = Pick<Core, 'store' | 'secrets' | 'now'>

const operation = operationWith<DraftParts>()

/** The caller's own drafts, or everybody's for those who administer the organisation. */
function reachOf({ account }: Pick<AccountContext, 'account'>): Owner {
  const { orgId, id, scopes } = account
  // No person has an empty id: a client without the scope finds nothing.
  return { orgId, userId: scopes.has('admin') ? undefined : (userIdOf(id) ?? noPerson) }
}

const noPerson = 'none'

const access = { kind: 'scopes', scopes: ['documents:write'] } as const
const draftParameters = { draft_id: Type.String({ format: 'uuid' }) }
const isPrivate = { not: 'it is a person’s work that is not finished, saved every few seconds' } as const

/** Saves a draft; the caller makes its id. */
const saveDraft = operation({
  id: 'saveDraft',
  method: 'PUT',
  path: '/api/drafts/{draft_id}',
  summary: 'Save a draft: a document that you have begun and not issued yet',
  description:
    'Only people make drafts. Version 0 makes one; later saves send the version that they have read, and 412 says ' +
    'that somebody else has changed it since. A save by the last writer is accepted at any version. The content is ' +
    'stored encrypted, with full card numbers masked, and deleted 90 days after the last change.',
  access,
  audits: isPrivate,
  params: draftParameters,
  body: {
    kind: 'json',
    schema: DraftRequest,
    // Quotes in the content count twice.
    bytesMax: 3 * contentBytesMax,
    example: {
      family: 'purchase-invoices',
      business_profile_id: 'BP-DEMO000001',
      version: 0,
      writer: '5d0c8f0e-6a51-4f6c-9a53-2f8f1a0c7c11',
      content: '{"accounting_supplier_party":{"name":"Gulf Metals Trading LLC"}}',
    },
  },
  answers: { 200: { description: 'The draft, without its content', type: 'application/json', schema: AnsweredDraft } },
  faults: [
    'document_invalid',
    'draft_too_large',
    'drafts_of_people',
    'draft_not_found',
    'drafts_full',
    'draft_changed',
  ],
  async handle(call) {
    const { account, params, parts } = call
    const sent = call.body.read()
    if (Buffer.byteLength(sent.content) > contentBytesMax) throw new Fault('draft_too_large', { max: contentBytesMax })
    const id = params.draft_id
    if (!isUuid.test(id)) throw new Fault('draft_not_found', { id })
    const content = maskDraft(sent.content)
    const { database: db } = parts.store
    const saved = {
      id,
      version: sent.version,
      writer: sent.writer,
      family: sent.family,
      profileId: sent.business_profile_id,
      summary: parts.secrets.seal(summaryOf(sent.family, content)),
      content: parts.secrets.seal(content),
      now: parts.now(),
    }
    const reach = reachOf(call)
    const replaced = await replaceDraft(db, reach, saved)
    if (replaced !== undefined) return ok(answeredDraft(parts, replaced))
    const present = await findDraft(db, reach, id)
    if (present !== undefined) {
      // The same again: the answer to an earlier save was lost.
      if (parts.secrets.open(present.content) === content) return ok(answeredDraft(parts, present))
      throw new Fault('draft_changed', { id })
    }
    if (sent.version > 0) throw new Fault('draft_not_found', { id })
    const userId = userIdOf(account.id)
    if (userId === undefined) throw new Fault('drafts_of_people')
    if ((await countDrafts(db, account.orgId, userId)) >= draftsMax) throw new Fault('drafts_full', { max: draftsMax })
    const added = await addDraft(db, { orgId: account.orgId, userId }, saved)
    if (added === undefined) throw new Fault('draft_changed', { id })
    return ok(answeredDraft(parts, added))
  },
})

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const draftList = listBy('drafts', 'integer', 'text')

const listDrafts = operation({
  id: 'listDrafts',
  method: 'GET',
  path: '/api/drafts',
  summary: 'List drafts, the last changed first',
  description:
    'Your own drafts. An account with the scope `admin` may list those of everybody in the organisation. One with ' +
    '`unreadable_reason` can only be deleted.',
  access,
  query: { of: optional(notBlank(oneOf(['me', 'everybody']))), ...draftList.parameters },
  answers: {
    200: {
      description: 'A page of drafts, and how many drafts of your own there are',
      type: 'application/json',
      schema: answerObject('DraftPage', { ...listMembers(AnsweredDraft), total_own: Type.Integer() }),
    },
  },
  faults: ['parameter_invalid'],
  async handle(call) {
    const { account, query, parts } = call
    const { database: db } = parts.store
    const { orgId, id } = account
    const userId = userIdOf(id) ?? noPerson
    const owner = query.of === 'everybody' ? reachOf(call) : { orgId, userId }
    const { rows, next } = await draftList.page(
      query,
      (page) => draftsOf(db, owner, page),
      (draft) => [draft.updatedAt, draft.id],
    )
    const items = rows.map((draft) => answeredDraft(parts, draft))
    return ok({ items, next, total_own: await countDrafts(db, orgId, userId) })
  },
})

const retrieveDraft = operation({
  id: 'retrieveDraft',
  method: 'GET',
  path: '/api/drafts/{draft_id}',
  summary: 'Retrieve a draft with its content',
  access,
  params: draftParameters,
  answers: { 200: { description: 'The draft', type: 'application/json', schema: DraftWithContent } },
  faults: ['draft_not_found', 'content_unreadable'],
  async handle(call) {
    const { params, parts } = call
    const draft = await findDraft(parts.store.database, reachOf(call), params.draft_id)
    if (draft === undefined) throw new Fault('draft_not_found', { id: params.draft_id })
    const content = parts.secrets.open(draft.content)
    if (content === undefined) throw new Fault('content_unreadable')
    return ok({ ...answeredDraft(parts, draft), content })
  },
})

const deleteDraft = operation({
  id: 'deleteDraft',
  method: 'DELETE',
  path: '/api/drafts/{draft_id}',
  summary: 'Delete a draft',
  description: 'With a version it deletes only that one, so that later changes by somebody else stay.',
  access,
  audits: isPrivate,
  params: draftParameters,
  query: { version: optional(notBlank(wholeParameter({ min: 1, max: versionMax }))) },
  answers: { 204: { description: 'Deleted' } },
  faults: ['parameter_invalid', 'draft_not_found', 'draft_changed'],
  async handle(call) {
    const { params, query, keep, parts } = call
    const { database: db } = parts.store
    const { draft_id: id } = params
    if (await remove(db, reachOf(call), id, { version: query.version, kept: keep(noContent) })) return noContent
    const isThere = query.version !== undefined && (await findDraft(db, reachOf(call), id)) !== undefined
    throw new Fault(isThere ? 'draft_changed' : 'draft_not_found', { id })
  },
})

export const draftOperations = [saveDraft, listDrafts, retrieveDraft, deleteDraft]
