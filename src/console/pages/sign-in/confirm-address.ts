import { html } from '@selfbill/pint-ae/html'
import type { People } from '../../../people/people.ts'
import { noticeOf } from '../../http/notice.ts'
import { action, page, type RedirectReply, type Route } from '../../route.ts'
import { signInCard } from './sign-in-card.ts'
import { signInWords } from './sign-in-words.ts'

/**
 * The link of the first mail to an address. Opening it only shows a button: programs that scan
 * e-mails open links too. It signs nobody in.
 */
export function confirmAddressRoutes(people: People): readonly Route[] {
  return [
    page({
      path: '/console/confirm-address/{link}',
      access: 'anyone',
      async show(call) {
        const { say, params } = call
        const email = await people.addressIn(params.link)
        if (email === undefined) return unknown
        return signInCard(
          call,
          say(signInWords.confirmAddress),
          html`<p>${say(signInWords.confirmAddressAbout, { email })}</p>
<form method="post" action="/console/confirm-address/${params.link}"><button class="primary" type="submit">\
${say(signInWords.confirmAddress)}</button></form>`,
        )
      },
    }),
    action({
      path: '/console/confirm-address/{link}',
      access: 'anyone',
      async act({ params }) {
        if (!(await people.confirmAddress(params.link))) return unknown
        return { redirect: '/console/sign-in', notice: noticeOf('good', signInWords.addressConfirmed) }
      },
    }),
  ]
}

const unknown: RedirectReply = { redirect: '/console/sign-in', notice: noticeOf('bad', signInWords.addressUnknown) }
