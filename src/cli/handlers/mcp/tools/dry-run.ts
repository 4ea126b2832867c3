import { Type } from '@selfbill/pint-ae/document'
import { answer } from '../answer.ts'
import { DryRunContent, dryRunLines, readDryRun } from '../dry-run-answer.ts'
import { FamilyInput, ProfileInput } from '../inputs.ts'
import { createPath } from '../links.ts'
import { RequestInput, requestText } from '../request-text.ts'
import { tool } from '../tool.ts'

/** Computes and judges a request. */
export const dryRun = tool({
  name: 'dry_run',
  title: 'Compute and check a document',
  description:
    'Computes the figures of a document and judges it by all rules, from the JSON request of the API. Stores, ' +
    'numbers and sends nothing. The number it shows is only the next one. Needs the scope documents:write.',
  isWrite: false,
  input: Type.Object(
    { family: FamilyInput, business_profile_id: ProfileInput, request: RequestInput },
    { additionalProperties: false },
  ),
  output: DryRunContent,
  async call({ family, business_profile_id, request }, parts, signal) {
    const write = { path: createPath(family, business_profile_id), body: requestText(request) }
    const found = await readDryRun(write, family, parts, signal)
    return answer(found.content, (mark) => dryRunLines(found, mark))
  },
})
