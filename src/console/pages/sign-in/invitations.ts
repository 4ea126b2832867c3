import { html } from '@selfbill/pint-ae/html'
import {
  type Invited,
  type People,
  type RefusalReason,
  type SignInByProvider,
  SignInRefused,
} from '../../../people/people.ts'
import { cookieNames } from '../../http/cookies.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Sentence } from '../../language/words.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type OpenCall, type PageReply, page, type RedirectReply, type Route } from '../../route.ts'
import { signedInReply } from './session-reply.ts'
import { signInCard } from './sign-in-card.ts'
import { signInWords } from './sign-in-words.ts'

/**
 * Somebody has signed in at the provider and has no account here yet. The page shows who has
 * invited their address; nothing is bound before they have chosen.
 */
export function invitationRoutes(people: People, provider: SignInByProvider): readonly Route[] {
  return [
    page({
      path: invitationsPath,
      access: 'anyone',
      async show(call) {
        const invited = await provider.invited(call.browser.cookie(cookieNames.invited) ?? '')
        return invited === undefined ? late : invitationsPage(call, provider, invited)
      },
    }),
    action({
      path: invitationsPath,
      access: 'anyone',
      async act(call) {
        const { browser, form } = call
        const secret = browser.cookie(cookieNames.invited) ?? ''
        try {
          const session = await provider.accept(secret, form.text('user') ?? '', browser.userAgent)
          const reply = await signedInReply(call, people, session, browser.cookie(cookieNames.returnTo))
          return { ...reply, cookies: [...(reply.cookies ?? []), forgotten] }
        } catch (error) {
          return { ...refusedReply(error, provider), cookies: [forgotten] }
        }
      },
    }),
  ]
}

export const invitationsPath = '/console/sign-in/invitations'

const forgotten = { name: cookieNames.invited, value: undefined }

const late: RedirectReply = { redirect: '/console/sign-in', notice: noticeOf('bad', signInWords.late) }

function invitationsPage(call: OpenCall, provider: SignInByProvider, { email, invitations }: Invited): PageReply {
  const { say } = call
  const choices = invitations.map(
    ({ userId, organisation, role }) => html`<form class="card" method="post" action="${invitationsPath}">
<p><strong><bdi>${organisation}</bdi></strong><br>${say(sharedWords[role])}</p>
<input type="hidden" name="user" value="${userId}">
<button class="primary" type="submit">${say(signInWords.join, { organisation })}</button>
</form>`,
  )
  return signInCard(
    call,
    say(signInWords.invited),
    html`<p>${say(signInWords.invitedAbout, { provider: provider.name, email })}</p>
${choices}
<p class="hint">${say(signInWords.unexpected)}</p>
<p><a href="/console/sign-in">${say(signInWords.notNow)}</a></p>`,
  )
}

/** To the sign-in page, which shows why. Throws any other error. */
export function refusedReply(error: unknown, provider: SignInByProvider): RedirectReply {
  if (!(error instanceof SignInRefused)) throw error
  const notice = noticeOf('bad', reasons[error.reason], { provider: provider.name })
  return { redirect: '/console/sign-in', notice }
}

const reasons: Readonly<Record<RefusalReason, Sentence<'provider'>>> = {
  expired: signInWords.late,
  provider_refused: signInWords.providerRefused,
  provider_away: signInWords.providerAway,
  no_account: signInWords.noAccount,
  other_organisation: signInWords.otherOrganisation,
  no_role: signInWords.noRole,
}
