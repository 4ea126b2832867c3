import type { DocumentRefusal, Refusal } from '../../application/refusal.ts'
import { familyTitles } from '../../document/family.ts'
import { Fault, fieldFault } from '../faults.ts'

/** The Fault that answers a refusal. */
export function faultFor(refused: Refusal | DocumentRefusal): Fault {
  switch (refused.refusal) {
    case 'organisation_unknown':
      return new Fault('unauthenticated')
    case 'profile_not_found':
    case 'profile_inactive':
      return new Fault(refused.refusal, [refused.profileId])
    case 'unreadable':
      return unreadableFault(refused.message, refused.path)
    case 'invalid':
      return fieldFault('document_invalid', refused.errors)
    case 'number_taken': {
      const { number, family, documentId } = refused
      const message = `Document number ${number} is taken by ${familyTitles[family].toLowerCase()} ${documentId}`
      return new Fault('document_number_taken', [documentId], new Map([['document_number', message]]))
    }
    case 'contended':
      return new Fault('unavailable')
    case 'document_not_found':
      return new Fault('document_not_found', [familyTitles[refused.family], refused.id])
    case 'not_resubmittable':
      return statusFault('document_not_resubmittable', 'document status is still pending state you cannot resubmit')
    case 'document_changed':
      return new Fault('document_changed')
    case 'not_creditable':
      return statusFault(
        'document_not_creditable',
        'document status is VALIDATION_FAILED: it was never sent, correct it instead of crediting it',
      )
  }
}

/** The Fault for a body that is not JSON; `path` names the wrong member, if there is one. */
export function unreadableFault(message: string, path: string | undefined): Fault {
  return new Fault('json_unreadable', [message], path === undefined ? undefined : new Map([[path, message]]))
}

function statusFault(code: 'document_not_resubmittable' | 'document_not_creditable', message: string): Fault {
  return new Fault(code, [], new Map([['document_status', message]]))
}
