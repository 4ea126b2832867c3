import { html } from '@selfbill/pint-ae/html'
import { selfbillCommand } from '../../../installation.ts'
import type { People } from '../../../people/people.ts'
import { cookieNames } from '../../http/cookies.ts'
import { noticeOf } from '../../http/notice.ts'
import { action, type OpenCall, type PageReply, page, type Route } from '../../route.ts'
import { referenceWords } from '../reference/reference-words.ts'
import { confirmAddressRoutes } from './confirm-address.ts'
import { providerRoutes } from './provider.ts'
import { signedInReply, signedOutReply } from './session-reply.ts'
import { signInCard } from './sign-in-card.ts'
import { signInWords } from './sign-in-words.ts'

/**
 * Sign-in by a login link. Opening the link only shows a button: programs that scan e-mails open
 * links too, and must not use it up.
 */
export function signInRoutes(people: People, publicUrl: string | undefined): readonly Route[] {
  return [
    page({
      path: '/console/sign-in',
      access: 'anyone',
      show: (call) => (call.signedIn === undefined ? signInPage(call, people) : { redirect: '/console' }),
    }),
    page({
      path: '/console/sign-in/{link}',
      access: 'anyone',
      show: (call) => confirmPage(call, call.params.link),
    }),
    action({
      path: '/console/sign-in/{link}',
      access: 'anyone',
      async act(call) {
        if (!call.browser.keepsCookies) return signInPage(call, people)
        const session = await people.signInByLink(call.params.link, call.browser.userAgent)
        if (session === undefined) {
          return { redirect: '/console/sign-in', notice: noticeOf('bad', signInWords.linkUsed) }
        }
        return signedInReply(call, people, session, call.browser.cookie(cookieNames.returnTo))
      },
    }),
    action({
      path: '/console/sign-out',
      access: 'viewer',
      async act({ signedIn }) {
        await people.signOut(signedIn.sessionId)
        return signedOutReply(signInWords.signedOut)
      },
    }),
    action({
      path: '/console/sign-out/everywhere',
      access: 'viewer',
      async act({ person }) {
        await people.signOutEverywhere(person.userId)
        return signedOutReply(signInWords.signedOutEverywhere)
      },
    }),
    ...confirmAddressRoutes(people),
    ...(people.oidc === undefined ? [] : providerRoutes(people, people.oidc, publicUrl)),
  ]
}

function signInPage(call: OpenCall, { oidc }: People): PageReply {
  const { say } = call
  const byProvider =
    oidc &&
    html`<p><a class="button primary" href="/console/sign-in/provider">${say(signInWords.withProvider, {
      provider: oidc.name,
    })}</a></p>`
  const byLink = html`<h2>${say(signInWords.byLink)}</h2>
<p>${say(signInWords.linkHint)}</p>
<pre class="code" dir="ltr"><code>${selfbillCommand} login-link</code></pre>
<p class="hint">${say(signInWords.demoHint)}</p>
<p><a href="/reference">${say(referenceWords.title)}</a></p>`
  return signInCard(call, say(signInWords.title), html`${byProvider}${byLink}`)
}

function confirmPage(call: OpenCall, link: string): PageReply {
  const { say } = call
  return signInCard(
    call,
    say(signInWords.confirmTitle),
    html`<p>${say(signInWords.confirmHint)}</p>
<form method="post" action="/console/sign-in/${link}"><button class="primary" type="submit">\
${say(signInWords.confirm)}</button></form>`,
  )
}
