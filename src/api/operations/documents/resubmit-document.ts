import { familyTitles } from '@selfbill/pint-ae/document'
import { judgeResubmission, resubmitDocument as resubmit } from '../../../application/resubmit-document.ts'
import { okText } from '../../answer/answers.ts'
import { approvalOf, callerOf } from '../../documents/create-answer.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { documentOrDryRun, dryRunQuery } from '../../documents/dry-run.ts'
import { faultFor } from '../../documents/refusal.ts'
import { documentExamples } from '../../openapi/request-examples.ts'
import { operationWith } from '../../operation.ts'
import type { Issuing } from '../../parts.ts'
import { profileParameters } from '../profiles/profile-parameters.ts'
import { documentParameters } from './document-parameters.ts'

/**
 * Replaces a document that failed its rules: checked, computed, judged and stored like a create, as
 * the next revision. Id, number and sequence stay; attachments that are left out stay too. Source:
 * docs/contract.md#operations.
 */
export function resubmitDocument({ family, name, request, answer }: DocumentKind) {
  return operationWith<Issuing>()({
    id: `resubmit${name}`,
    method: 'PUT',
    path: `/api/${family}/{id}/{business_profile_id}`,
    summary: `Correct and resubmit a ${familyTitles[family].toLowerCase()} that failed its rules`,
    description:
      'Only for a document with status VALIDATION_FAILED. Send the whole request again; without attachments the old ' +
      'ones stay. Its id, number and sequence stay too.',
    access: { kind: 'scopes', scopes: ['documents:write'] },
    audits: { not: 'a document has its own log' },
    isTranslated: true,
    params: {
      ...documentParameters,
      ...profileParameters,
    },
    query: dryRunQuery,
    body: { kind: 'json', schema: request, example: documentExamples[family] },
    answers: {
      200: {
        description: 'The corrected document, or the result of a dry run',
        type: 'application/json',
        schema: documentOrDryRun(name, answer),
      },
    },
    faults: [
      'parameter_invalid',
      'document_not_found',
      'content_removed',
      'profile_not_found',
      'profile_inactive',
      'document_not_resubmittable',
      'document_invalid',
      'document_changed',
      'totals_unexpected',
      'approval_required',
      'unavailable',
    ],
    async handle(call) {
      const resubmission = {
        family,
        id: call.params.id,
        profileId: call.params.business_profile_id,
        text: call.body.bytes,
      }
      const caller = callerOf(call, () => okText(''))
      if (call.query.dry_run === true) {
        const judged = await judgeResubmission(caller, resubmission, call.parts)
        if ('refusal' in judged) throw faultFor(judged)
        return okText(judged.dryRun)
      }
      const resubmitted = await resubmit({ ...caller, approval: await approvalOf(call) }, resubmission, call.parts)
      if ('refusal' in resubmitted) throw faultFor(resubmitted)
      return okText(resubmitted.answer)
    },
  })
}
