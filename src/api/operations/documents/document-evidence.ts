import { familyTitles } from '../../../document/family.ts'
import { packEvidence } from '../../../evidence/pack.ts'
import { documentBytes } from '../../../store/documents/document-bytes.ts'
import { evidenceRows } from '../../../store/documents/evidence.ts'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { evidenceFiles } from '../../documents/evidence-files.ts'
import { operationOf } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * A document's evidence pack: what was received, computed, sent and answered, with a manifest that the service signs. `bin/selfbill verify`
 * checks one without the service. Source: decision 0042.
 */
export function documentEvidence(kind: DocumentKind) {
  const { family } = kind
  return operationOf({
    id: `${camelName(kind)}Evidence`,
    method: 'GET',
    path: `/api/${family}/{id}/evidence`,
    summary: `The evidence pack of a ${familyTitles[family].toLowerCase()}`,
    description:
      'A ZIP file with what was received, computed, sent and answered, and a signed manifest. `bin/selfbill verify` checks one offline.',
    scope: 'documents:read',
    params: documentParameters,
    answers: {
      200: { description: 'A signed pack of everything that is kept', type: 'application/zip', headers: namedFile },
    },
    faults: ['document_not_found'],
    async handle({ account, param, parts, room }) {
      const documentId = param('id')
      await room.take(await documentBytes(parts.store.database, account.orgId, documentId))
      const rows = await evidenceRows(parts.store.database, account.orgId, family, documentId)
      if (rows === undefined) throw documentNotFound(family, documentId)
      const { link } = rows
      const { key, keys, issuer } = await parts.evidenceKey()
      const pack = await packEvidence(
        {
          madeAt: parts.now(),
          issuer,
          document: {
            org_id: account.orgId,
            family,
            id: documentId,
            document_number: rows.documentNumber,
            document_sequence: rows.sequence,
          },
          chain:
            link === undefined
              ? null
              : {
                  request_sha256: link.requestSha256,
                  answer_sha256: link.answerSha256,
                  ubl_sha256: link.ublSha256,
                  previous: link.previous,
                  link: link.link,
                },
          files: evidenceFiles(rows, parts.mlsTo),
        },
        key,
        keys,
      )
      const headers = fileHeaders('attachment', `evidence-${rows.documentNumber}.zip`)
      return { status: 200, type: 'application/zip', body: pack, headers }
    },
  })
}
