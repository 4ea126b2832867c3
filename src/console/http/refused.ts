import { codeOf, inArabic } from '@selfbill/pint-ae/messages'
import type { FastifyBaseLogger } from 'fastify'
import { SelfbillError } from '../../../client/src/errors.ts'
import { faultOf, isFailure } from '../../api/answer/error-shape.ts'
import { logRefusal } from '../../api/http/log-failure.ts'
import { troublePage } from '../layout/trouble-page.ts'
import { signInWords } from '../pages/sign-in/sign-in-words.ts'
import type { Reply, Visit } from '../route.ts'
import { cookieNames } from './cookies.ts'
import { FormUnreadable } from './form.ts'
import { noticeOf } from './notice.ts'
import { ownAddress } from './own-address.ts'

/** Why the console itself refuses a request. Pages may throw it too. */
export type Refusal = 'notFound' | 'forbidden' | 'elsewhere' | 'busy' | 'notSignedIn' | 'sessionEnded'

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`refused: ${refusal}`)
    this.refusal = refusal
  }
}

/**
 * The page for an error: of the console, of the API behind it, or of ours. A session that has ended
 * leads to the sign-in, and from there back to the page.
 */
export function replyTo(error: unknown, visit: Visit, log: FastifyBaseLogger): Reply {
  if (error instanceof Refused) return replyToRefusal(error.refusal, visit)
  if (error instanceof FormUnreadable) return troublePage(visit, 400, 'unreadable')
  if (error instanceof SelfbillError) return replyToApi(error, visit, log)
  const { code, status, message, text } = faultOf(error)
  if (isFailure(error)) log.error({ err: error }, 'a page of the console failed')
  else if (status >= 500) logRefusal(log, code)
  if (status >= 500) return troubleOf(status, visit)
  const messageAr = visit.language === 'ar' ? inArabic(text) : undefined
  return replyToApi(new SelfbillError(status, message, {}, { messageAr, codes: { message: codeOf(text) } }), visit, log)
}

function replyToRefusal(refusal: Refusal, visit: Visit): Reply {
  switch (refusal) {
    case 'notFound':
      return troublePage(visit, 404, 'notFound')
    case 'forbidden':
    case 'elsewhere':
      return troublePage(visit, 403, refusal)
    case 'busy':
      return troublePage(visit, 429, 'busy')
    case 'notSignedIn':
    case 'sessionEnded':
      return toSignIn(visit, refusal === 'sessionEnded')
  }
}

function replyToApi(error: SelfbillError, visit: Visit, log: FastifyBaseLogger): Reply {
  switch (error.status) {
    case 401:
      return toSignIn(visit, true)
    case 403:
      return troublePage(visit, 403, 'forbidden')
    case 404:
      return troublePage(visit, 404, 'notFound')
    case 413:
      return troublePage(visit, 413, 'tooLarge')
    case 429:
      return troublePage(visit, 429, 'busy')
    default:
      // 501: the service does not print PDFs.
      if (error.status < 500 || error.status === 501) return troublePage(visit, error.status, 'refused', error)
      // The API has logged why, and at which level.
      if (error.status === 503 && error.codes.message?.id !== 'unavailable') {
        return troublePage(visit, 503, 'refused', error)
      }
      if (error.status !== 503) log.error({ err: error }, 'the API failed behind a page of the console')
      return troubleOf(error.status, visit)
  }
}

function troubleOf(status: number, visit: Visit): Reply {
  if (status === 504) return troublePage(visit, 504, 'unknown')
  return status === 503 ? troublePage(visit, 503, 'away') : troublePage(visit, 500, 'failed')
}

/** The page to come back to stays in a cookie: a login link arrives by another way. */
function toSignIn({ returnTo, isForm }: Visit, hasEnded: boolean): Reply {
  return {
    redirect: '/console/sign-in',
    ...((hasEnded || isForm) && {
      notice: noticeOf('warning', isForm ? signInWords.expiredUnsent : signInWords.expired),
    }),
    cookies: [
      { name: cookieNames.returnTo, value: ownAddress(returnTo), maxAgeS: 3600 },
      ...(hasEnded ? [{ name: cookieNames.session, value: undefined }] : []),
    ],
  }
}
