import { familyNoun, familyTexts } from '@selfbill/pint-ae/document'
import type { Message } from '@selfbill/pint-ae/messages'
import type { DocumentRefusal, Refusal } from '../../application/refusal.ts'
import { Fault, fieldFault } from '../faults.ts'

/** The Fault that answers a refusal. */
export function faultFor(refused: Refusal | DocumentRefusal): Fault {
  switch (refused.refusal) {
    case 'organisation_unknown':
      return new Fault('unauthenticated')
    case 'profile_not_found':
      return new Fault('profile_not_found', { id: refused.profileId })
    case 'profile_inactive':
      return new Fault('profile_inactive', { id: refused.profileId })
    case 'unreadable':
      return unreadableFault(refused.reason, refused.path)
    case 'invalid':
      return fieldFault('document_invalid', refused.errors).with(refused.inPart)
    case 'totals_unexpected':
      return fieldFault('totals_unexpected', refused.errors)
    case 'number_taken': {
      const { number, family, documentId } = refused
      const values = { number, kind: familyNoun(family), id: documentId }
      return new Fault('document_number_taken', values)
    }
    case 'approval_required':
    case 'approval_outdated':
    case 'approval_of_failing':
      return new Fault(refused.refusal)
    case 'contended':
      return new Fault('unavailable')
    case 'document_not_found':
      return new Fault('document_not_found', { kind: familyTexts(refused.family), id: refused.id })
    case 'not_resubmittable':
      return new Fault('document_not_resubmittable', { status: refused.status })
    case 'document_changed':
      return new Fault('document_changed')
    case 'not_creditable':
      return new Fault('document_not_creditable')
  }
}

/** The Fault for a body that is not JSON; `path` names the wrong member, if there is one. */
export function unreadableFault(reason: Message, path: string | undefined): Fault {
  return new Fault('json_unreadable', { reason }, path === undefined ? undefined : new Map([[path, reason]]))
}
