import { Type } from '@selfbill/pint-ae/document'
import { ConfirmationInput, WriteContent, writeOnceConfirmed } from '../confirmed-write.ts'
import { FamilyInput, ProfileInput } from '../inputs.ts'
import { createPath } from '../links.ts'
import { RequestInput, requestText } from '../request-text.ts'
import { tool } from '../tool.ts'

/** The create of all families. */
export const issueDocument = tool({
  name: 'issue_document',
  title: 'Issue a document',
  description:
    'Issues a document: it gets a number and is sent over Peppol and to the tax authority. That cannot be undone. ' +
    'The first call, without confirmation_code, only computes it. The same document is issued once in 24 hours.',
  isWrite: true,
  input: Type.Object(
    {
      family: FamilyInput,
      business_profile_id: ProfileInput,
      request: RequestInput,
      confirmation_code: ConfirmationInput,
    },
    { additionalProperties: false },
  ),
  output: WriteContent,
  call({ family, business_profile_id, request, confirmation_code: code }, parts, signal) {
    const write = { path: createPath(family, business_profile_id), body: requestText(request) }
    return writeOnceConfirmed(write, { family, code, signal }, parts)
  },
})
