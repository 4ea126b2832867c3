import { familyTitles } from '../../../document/family.ts'
import { evidenceSnapshot } from '../../../store/documents/evidence.ts'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { evidencePlan } from '../../documents/evidence-plan.ts'
import { heldAsCounted, operation } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * A document's evidence pack: what was received, computed, sent and answered, with a manifest that
 * the service signs. `bin/selfbill verify` checks one without the service. Source: docs/decisions/0042.
 */
export function documentEvidence(kind: DocumentKind) {
  const { family } = kind
  return operation({
    id: `${camelName(kind)}Evidence`,
    method: 'GET',
    path: `/api/${family}/{id}/evidence`,
    summary: `The evidence pack of a ${familyTitles[family].toLowerCase()}`,
    description:
      'A ZIP file with what was received, computed, sent and answered, and a signed manifest. `bin/selfbill verify` checks one offline.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    params: documentParameters,
    answers: {
      200: { description: 'A signed pack of everything that is kept', type: 'application/zip', headers: namedFile },
    },
    faults: ['document_not_found', 'evidence_too_large'],
    memory: heldAsCounted,
    async handle({ account, params, parts, room }) {
      const documentId = params.id
      const snapshot = await evidenceSnapshot(parts.store.database, account.orgId, family, documentId)
      if (snapshot === undefined) throw documentNotFound(family, documentId)
      const { heldBytes, pieces } = evidencePlan(snapshot, parts)
      await room.take(heldBytes)
      const headers = fileHeaders('attachment', `evidence-${snapshot.documentNumber}.zip`)
      return { status: 200, type: 'application/zip', body: '', stream: pieces(), headers }
    },
  })
}
