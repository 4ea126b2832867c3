import { type People, type SignInByProvider, SignInRefused } from '../../../people/people.ts'
import { cookieNames } from '../../http/cookies.ts'
import { ownAddress } from '../../http/own-address.ts'
import { type OpenCall, page, type RedirectReply, type Route } from '../../route.ts'
import { invitationRoutes, invitationsPath, refusedReply } from './invitations.ts'
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
    ...invitationRoutes(people, provider),
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
    const finished = await provider.finish(new URL(address, origin), kept, browser.userAgent)
    if (finished.kind === 'invited') {
      const invited = { name: cookieNames.invited, value: finished.secret, maxAgeS: signInS }
      return { redirect: invitationsPath, cookies: [forgotten, invited] }
    }
    const reply = await signedInReply(call, people, finished, finished.returnTo)
    return { ...reply, cookies: [...(reply.cookies ?? []), forgotten] }
  } catch (error) {
    return { ...refusedReply(error, provider), cookies: [forgotten] }
  }
}

const forgotten = { name: cookieNames.provider, value: undefined }
