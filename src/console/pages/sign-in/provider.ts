import { type People, type RefusalReason, type SignInByProvider, SignInRefused } from '../../../people/people.ts'
import { cookieNames } from '../../http/cookies.ts'
import { ownAddress } from '../../http/own-address.ts'
import type { MessageKey } from '../../language/language.ts'
import { type OpenCall, page, type RedirectReply, type Route } from '../../route.ts'
import { signedInReply } from './session-reply.ts'

/**
 * Sign-in by the organisation's identity provider. It begins with a link, because our content
 * security policy lets no form lead to another site. The provider sends the browser back to the
 * configured public address; without one, to the address that the browser uses.
 */
export function providerRoutes(
  people: People,
  provider: SignInByProvider,
  publicUrl: string | undefined,
): readonly Route[] {
  const origin = ({ browser }: OpenCall) => publicUrl ?? browser.origin
  return [
    page({
      path: '/console/sign-in/provider',
      access: 'anyone',
      async show(call) {
        const { browser } = call
        if (!browser.keepsCookies) return { redirect: '/console/sign-in' }
        const returnTo = ownAddress(browser.cookie(cookieNames.returnTo))
        const { url, kept } = await provider.begin(`${origin(call)}${backPath}`, returnTo)
        return { redirect: url, cookies: [{ name: cookieNames.provider, value: kept, maxAgeS: signInS }] }
      },
    }),
    page({
      path: backPath,
      access: 'anyone',
      show: (call) => comeBack(call, people, provider, origin(call)),
    }),
  ]
}

const backPath = '/console/sign-in/callback'

/** As long as a person may take at the provider. */
const signInS = 600

async function comeBack(
  call: OpenCall,
  people: People,
  provider: SignInByProvider,
  origin: string,
): Promise<RedirectReply> {
  const { browser, address } = call
  const kept = browser.cookie(cookieNames.provider)
  try {
    if (kept === undefined) throw new SignInRefused('expired')
    const session = await provider.finish(new URL(address, origin), kept, browser.userAgent)
    const reply = await signedInReply(call, people, session, session.returnTo)
    return { ...reply, cookies: [...(reply.cookies ?? []), forgotten] }
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error
    const notice = { tone: 'bad', key: reasons[error.reason], values: { provider: provider.name } } as const
    return { redirect: '/console/sign-in', notice, cookies: [forgotten] }
  }
}

const forgotten = { name: cookieNames.provider, value: undefined }

const reasons: Readonly<Record<RefusalReason, MessageKey>> = {
  expired: 'signIn.late',
  provider_refused: 'signIn.providerRefused',
  provider_away: 'signIn.providerAway',
  no_account: 'signIn.noAccount',
}
