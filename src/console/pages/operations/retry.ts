import type { SelfbillClient } from '../../../../client/src/client.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { Notice } from '../../http/notice.ts'
import { noticeOf } from '../../http/notice.ts'
import { given } from '../../parts/filters.ts'
import { idempotencyOf } from '../../parts/idempotency.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type Call, type RedirectReply } from '../../route.ts'
import { chosenOrganisation, operationsPath } from './leg-rows.ts'
import { operationsWords } from './operations-words.ts'
import { organisationTyped } from './organisations.ts'

/** Sends one stalled leg again, or all that one cause stopped. */
export const retry = action({
  path: '/console/operations/retry',
  access: 'admin',
  async act(call) {
    const { form } = call
    const organisation = chosenOrganisation(call, form.text('organisation'))
    const uuid = form.text('transmission_uuid')
    if (uuid !== undefined) return retryOne(call, uuid, organisation)
    // As it is stored: a cause that was cut may end in a blank.
    return retryAll(call, form.exact('cause'), organisation)
  },
})

async function retryOne(call: Posted, uuid: string, organisation: string | undefined): Promise<RedirectReply> {
  const { api, form, person } = call
  const body = { transmission_uuid: uuid, ...given({ org_id: organisation }) }
  const { answer, refusal } = await attempt(call, () => api.call('retryLegs', { body, ...idempotencyOf(form) }))
  const shown = organisation === person.orgId ? undefined : organisation
  if (refusal !== undefined) return leadBack(shown, refused(refusal))
  return leadBack(shown, noticeOf('good', operationsWords.retried, { count: answer.retried.length }))
}

async function retryAll(call: Posted, cause: string, organisation: string | undefined): Promise<RedirectReply> {
  const body = { cause, ...given({ org_id: organisation }) }
  const { answer, refusal } = await attempt(call, () => retryCause(call.api, body))
  return leadBack(organisation, refusal ? refused(refusal) : said(answer.count, answer.left))
}

/**
 * The API retries 200 legs in a call: it is called until none is left, or the press has taken long
 * enough.
 */
export async function retryCause(api: SelfbillClient, body: { readonly cause: string }): Promise<RetriedLegs> {
  let count = 0
  let left = 0
  for (let round = 0; round < roundsMax; round += 1) {
    const answer = await api.call('retryLegs', { body })
    count += answer.retried.length
    left = answer.left.count
    if (left === 0 || answer.retried.length === 0) break
  }
  return { count, left }
}

interface RetriedLegs {
  readonly count: number
  /** At most 10,000: the API stops counting there. */
  readonly left: number
}

const roundsMax = 10

type Posted = Pick<Call, 'api' | 'person' | 'say'> & { readonly form: Parameters<typeof idempotencyOf>[0] }

function said(count: number, left: number): Notice {
  if (left > 0) return noticeOf('warning', operationsWords.retriedSome, { count, left })
  if (count === 0) return noticeOf('info', operationsWords.retriedNone)
  return noticeOf('good', operationsWords.retried, { count })
}

/** Reports a document to the tax authority again. */
export const reportAgain = action({
  path: '/console/operations/report-again',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const typed = await organisationTyped(call, chosenOrganisation(call, form.text('organisation')))
    if ('matches' in typed) {
      const isKnown = typed.matches.length > 0
      const sentence = isKnown ? operationsWords.severalOrganisations : operationsWords.noOrganisation
      return leadBack(undefined, noticeOf('bad', sentence))
    }
    const organisation = typed.id
    const body = { document_id: form.text('document_id') ?? '', ...given({ org_id: organisation }) }
    const { refusal } = await attempt(call, () => api.call('reportAgain', { body, ...idempotencyOf(form) }))
    return leadBack(undefined, refusal ? refused(refusal) : noticeOf('good', operationsWords.reportedAgain))
  },
})

function refused({ message, fields }: SelfbillError): Notice {
  return noticeOf('bad', sharedWords.refused, { reason: Object.values(fields)[0] ?? message })
}

function leadBack(organisation: string | undefined, notice: Notice): RedirectReply {
  const query = organisation === undefined ? '' : `?${new URLSearchParams({ organisation })}`
  return { redirect: `${operationsPath}${query}`, notice }
}
