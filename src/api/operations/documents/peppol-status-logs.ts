import { familyTitles, named, Type } from '@selfbill/pint-ae/document'
import { logOf } from '../../../store/log/log.ts'
import { ok } from '../../answer/answers.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { LogEntry, logAnswer } from '../../documents/log-entry.ts'
import { operation } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

const PeppolStatusLog = named('PeppolStatusLog', Type.Array(LogEntry))

/** The log of a document, in order. Source: docs/contract.md#log-entry; docs/contract.md#status. */
export function peppolStatusLogs(kind: DocumentKind) {
  const { family } = kind
  return operation({
    id: `${camelName(kind)}PeppolStatusLogs`,
    method: 'GET',
    path: `/api/${family}/{id}/peppol-status-logs`,
    otherPaths: [`/api/${family}/{id}/peppol-status-log`],
    summary: `List what happened to a ${familyTitles[family].toLowerCase()}, in order`,
    description: 'For a document in any state.',
    access: { kind: 'scopes', scopes: ['documents:read'], isPhase2: true },
    params: documentParameters,
    answers: {
      200: { description: 'The log, oldest entry first', type: 'application/json', schema: PeppolStatusLog },
    },
    faults: ['document_not_found'],
    async handle({ account, params, parts }) {
      const id = params.id
      const rows = await logOf(parts.store.database, account.orgId, family, id)
      if (rows === undefined) throw documentNotFound(family, id)
      return ok(logAnswer(rows))
    },
  })
}
