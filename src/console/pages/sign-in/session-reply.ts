import type { NewSession, People } from '../../../people/people.ts'
import { cookieNames } from '../../http/cookies.ts'
import { noticeOf } from '../../http/notice.ts'
import { ownAddress } from '../../http/own-address.ts'
import type { Sentence } from '../../language/words.ts'
import type { OpenCall, RedirectReply } from '../../route.ts'

/**
 * What a browser gets when a person has signed in, whichever way: the session's secret in a cookie.
 * A session that this browser had before ends.
 */
export async function signedInReply(
  { signedIn: before }: OpenCall,
  people: People,
  { secret }: NewSession,
  returnTo: string | undefined,
): Promise<RedirectReply> {
  if (before !== undefined) await people.signOut(before.sessionId)
  return {
    redirect: ownAddress(returnTo),
    cookies: [
      { name: cookieNames.session, value: secret, maxAgeS: sessionS },
      { name: cookieNames.returnTo, value: undefined },
    ],
  }
}

/** The service ends a session sooner: after 12 hours without use. */
const sessionS = 7 * 24 * 60 * 60

/** The cookie goes with the session. */
export function signedOutReply(sentence: Sentence): RedirectReply {
  return {
    redirect: '/console/sign-in',
    notice: noticeOf('good', sentence),
    cookies: [{ name: cookieNames.session, value: undefined }],
  }
}
