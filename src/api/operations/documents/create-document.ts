import { familyTitles } from '@selfbill/pint-ae/document'
import { createAnswer } from '../../documents/create-answer.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { documentOrDryRun, dryRunQuery } from '../../documents/dry-run.ts'
import { documentExamples } from '../../openapi/request-examples.ts'
import { operationWith } from '../../operation.ts'
import type { Issuing } from '../../parts.ts'
import { profileParameters } from '../profiles/profile-parameters.ts'

/**
 * Issues a document: checks, computes and judges it, and stores it in one transaction with its legs
 * and its log. 201 means that it is durable. Failed rules are not an error: they are in
 * `meta_info.peppol_status.validation_results`. Source: docs/contract.md#operations.
 */
export function createDocument({ family, name, request, answer }: DocumentKind) {
  return operationWith<Issuing>()({
    id: `create${name}`,
    method: 'POST',
    path: `/api/${family}/{business_profile_id}`,
    summary: `Issue a ${familyTitles[family].toLowerCase()}`,
    description:
      '201 means that the document is stored, even when rules failed: the findings are in ' +
      '`meta_info.peppol_status.validation_results`. With a fatal finding nothing is sent; otherwise ' +
      'both legs are on their way.',
    access: { kind: 'scopes', scopes: ['documents:write'] },
    audits: { not: 'a document has its own log' },
    isTranslated: true,
    params: profileParameters,
    query: dryRunQuery,
    body: { kind: 'json', schema: request, example: documentExamples[family] },
    answers: {
      200: {
        description: 'The result of a dry run',
        type: 'application/json',
        schema: documentOrDryRun(name, answer),
      },
      201: { description: 'The stored document', type: 'application/json', schema: answer },
    },
    leadsTo: {
      path: `/api/${family}/{id}`,
      parameters: { id: '$response.body#/id', business_profile_id: '$request.path.id' },
    },
    faults: [
      'parameter_invalid',
      'profile_not_found',
      'profile_inactive',
      'document_invalid',
      'document_number_taken',
      'totals_unexpected',
      'approval_required',
      'unavailable',
    ],
    async handle(call) {
      const draft = { family, profileId: call.params.business_profile_id, text: call.body.bytes }
      return createAnswer(call, draft, call.query.dry_run === true)
    },
  })
}
