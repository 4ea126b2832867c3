import { familyTitles } from '@selfbill/pint-ae/document'
import { ContentRemoved } from '../../../store/documents/content-removed.ts'
import { evidenceSnapshot } from '../../../store/documents/evidence.ts'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { evidencePlan } from '../../documents/evidence-plan.ts'
import { memoryTakenByHandler, operationWith } from '../../operation.ts'
import type { Basics, Evidence } from '../../parts.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * A document's evidence pack: everything received, computed, sent and answered, with a manifest
 * signed by the service. `bin/selfbill verify` checks a pack without the service. Source:
 * docs/decisions/0042.
 */
export function documentEvidence(kind: DocumentKind) {
  const { family } = kind
  return operationWith<Basics & Evidence>()({
    id: `${camelName(kind)}Evidence`,
    method: 'GET',
    path: `/api/${family}/{id}/evidence`,
    summary: `Download the evidence pack of a ${familyTitles[family].toLowerCase()}`,
    description:
      'A ZIP file of everything received, computed, sent and answered, with a signed manifest. ' +
      '`bin/selfbill verify` checks it offline.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    params: documentParameters,
    answers: {
      200: { description: 'The signed pack', type: 'application/zip', headers: namedFile },
    },
    faults: ['document_not_found', 'content_removed', 'evidence_too_large'],
    memory: memoryTakenByHandler,
    async handle({ account, params, parts, room }) {
      const documentId = params.id
      const snapshot = await evidenceSnapshot(parts.store.database, account.orgId, family, documentId)
      if (snapshot === undefined) throw documentNotFound(family, documentId)
      if (snapshot.removedAt !== undefined) throw new ContentRemoved(documentId, snapshot.removedAt)
      const { heldBytes, pieces } = evidencePlan(snapshot, parts)
      await room.take(heldBytes)
      const headers = fileHeaders('attachment', `evidence-${snapshot.documentNumber}.zip`)
      return { status: 200, type: 'application/zip', body: '', stream: pieces(), headers }
    },
  })
}
