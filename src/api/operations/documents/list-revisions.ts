import { answerObject, familyTitles, instant, instantAt, orNull, Type } from '@selfbill/pint-ae/document'
import { type FindingKey, findingChanges } from '@selfbill/pint-ae/draft'
import { RawJson, writeJson } from '@selfbill/pint-ae/json'
import { revisionsOf, type StoredRevision } from '../../../store/documents/revisions.ts'
import { ok } from '../../answer/answers.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { operation } from '../../operation.ts'
import { listBy, listOf } from '../../request/lists.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

const RevisionFinding = answerObject('RevisionFinding', {
  flag: Type.String(),
  reasonCode: Type.String(),
  field: orNull(Type.String()),
  location: Type.String(),
})

const RevisionFindings = answerObject('RevisionFindings', {
  cured: Type.Array(RevisionFinding),
  left: Type.Array(RevisionFinding),
  new: Type.Array(RevisionFinding),
  omitted: Type.Integer(),
})

const RevisionChange = answerObject('RevisionChange', {
  path: Type.String(),
  from: Type.Optional(Type.Unknown()),
  to: Type.Optional(Type.Unknown()),
})

/** The changes of a revision to the one before it. Source: docs/decisions/0031. */
const DocumentRevision = answerObject('DocumentRevision', {
  revision: Type.Integer({ minimum: 1 }),
  created_at: instant(),
  changes: Type.Array(RevisionChange),
  changes_omitted: Type.Integer(),
  findings: RevisionFindings,
})

const revisionList = listBy('revisions', 'integer')

/** Every revision of a document, newest first: its changes, and the findings it cured. */
export function listRevisions(kind: DocumentKind) {
  const { family } = kind
  return operation({
    id: `${camelName(kind)}Revisions`,
    method: 'GET',
    path: `/api/${family}/{id}/revisions`,
    summary: `List the revisions of a ${familyTitles[family].toLowerCase()} and their changes`,
    description: 'Member by member, newest revision first, with the findings that each one cured, left and added.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    params: documentParameters,
    query: revisionList.parameters,
    answers: {
      200: {
        description: 'A page of revisions',
        type: 'application/json',
        schema: listOf('DocumentRevisionPage', DocumentRevision),
      },
    },
    faults: ['document_not_found', 'content_removed', 'parameter_invalid'],
    async handle(call) {
      const { account, params, parts, room } = call
      const wanted = { orgId: account.orgId, family, id: params.id, room }
      const { rows, next } = await revisionList.page(
        call.query,
        async ({ after, limit }) => {
          const found = await revisionsOf(parts.store.database, { ...wanted, before: after?.[0], limit })
          if (found === undefined) throw documentNotFound(family, params.id)
          return found
        },
        ({ revision }) => [revision],
      )
      return ok({ items: rows.map(revisionAnswer), next })
    },
  })
}

/** Revision 1 changed nothing, and all its findings are new. */
function revisionAnswer({ revision, createdAt, changes, findings }: StoredRevision): RawJson {
  const first = { changes: [], changes_omitted: 0, findings: findingChanges([], parsed(findings)) }
  const head = writeJson({ revision, created_at: instantAt(createdAt) })
  return new RawJson(`${head.slice(0, -1)},${(changes ?? writeJson(first)).slice(1)}`)
}

function parsed(findings: string | undefined): readonly FindingKey[] {
  return findings === undefined ? [] : JSON.parse(findings)
}
