import { familyTitles } from '@selfbill/pint-ae/document'
import { RawJson } from '@selfbill/pint-ae/json'
import type { StoredText } from '../../../store/database/stored-text.ts'
import { ContentRemoved } from '../../../store/documents/content-removed.ts'
import { snapshotOf } from '../../../store/legs/snapshot.ts'
import { longAnswer } from '../../answer/long-json.ts'
import type { Context } from '../../declaration/call.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { Snapshot, snapshotAnswer } from '../../documents/snapshot.ts'
import { Fault } from '../../faults.ts'
import { memoryTakenByHandler, operation } from '../../operation.ts'
import { findingsIn, type Language } from '../../request/language.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * The current state of both legs; exists as soon as the document has legs. Source:
 * docs/contract.md#operations.
 */
export function peppolStatus(kind: DocumentKind) {
  const { family } = kind
  return operation({
    id: `${camelName(kind)}PeppolStatus`,
    method: 'GET',
    path: `/api/${family}/{id}/peppol-status`,
    summary: `Retrieve the status of a ${familyTitles[family].toLowerCase()} on the Peppol network`,
    description:
      'One object per leg: C3 is the other party, C5 the tax authority. 404 until there is something to send.',
    access: { kind: 'scopes', scopes: ['documents:read'], isPhase2: true },
    isTranslated: true,
    params: documentParameters,
    answers: { 200: { description: 'The current snapshot', type: 'application/json', schema: Snapshot } },
    faults: ['document_not_found', 'content_removed', 'peppol_status_not_available'],
    memory: memoryTakenByHandler,
    async handle({ account, params, parts, language, room }) {
      const { id } = params
      const rows = await snapshotOf(parts.store.database, account.orgId, id)
      if (rows?.family !== family) throw documentNotFound(family, id)
      if (rows.removedAt !== undefined) throw new ContentRemoved(id, rows.removedAt)
      const findings = language === 'en' ? undefined : await translated(rows.findings, language, room)
      const snapshot = snapshotAnswer(rows, findings)
      if (snapshot === undefined) throw new Fault('peppol_status_not_available')
      const { heldBytes, answer } = longAnswer(snapshot)
      await room.take(heldBytes)
      return answer()
    },
  })
}

/** At most a thousand findings: stored, parsed, in Arabic, and written. */
async function translated(findings: StoredText, language: Language, room: Context['room']): Promise<RawJson> {
  await room.take(6 * findings.bytes)
  return new RawJson(findingsIn(language, await findings.string()))
}
