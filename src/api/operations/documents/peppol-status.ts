import { familyTitles } from '../../../document/family.ts'
import { Fault } from '../../../faults.ts'
import { documentBytes } from '../../../store/documents/document-bytes.ts'
import { snapshotOf } from '../../../store/legs/snapshot.ts'
import { ok } from '../../answer/answers.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { Snapshot, snapshotAnswer } from '../../documents/snapshot.ts'
import { operationOf } from '../../operation.ts'
import { findingsIn } from '../../request/language.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/** Where both legs stand now; there is something to say from the moment legs exist. Source: contract, "peppol-status". */
export function peppolStatus(kind: DocumentKind) {
  const { family } = kind
  return operationOf({
    id: `${camelName(kind)}PeppolStatus`,
    method: 'GET',
    path: `/api/${family}/{id}/peppol-status`,
    summary: `Where a ${familyTitles[family].toLowerCase()} stands on the Peppol network`,
    description: 'Leg by leg: C3 is the other party, C5 the tax authority. 404 as long as nothing was to be sent.',
    scope: 'documents:read',
    isPhase2: true,
    isTranslated: true,
    params: documentParameters,
    answers: { 200: { description: 'The current snapshot', type: 'application/json', schema: Snapshot } },
    faults: ['document_not_found', 'peppol_status_not_available'],
    async handle({ account, param, parts, language, room }) {
      const id = param('id')
      await room.take(await documentBytes(parts.store.database, account.orgId, id))
      const rows = await snapshotOf(parts.store.database, account.orgId, id)
      if (rows?.family !== family) throw documentNotFound(family, id)
      const snapshot = snapshotAnswer({ ...rows, findings: findingsIn(language, rows.findings) })
      if (snapshot === undefined) throw new Fault('peppol_status_not_available')
      return ok(snapshot)
    },
  })
}
