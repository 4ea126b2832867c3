import { html } from '@selfbill/pint-ae/html'
import { noticeOf } from '../../../console/http/notice.ts'
import { signInCard } from '../../../console/pages/sign-in/sign-in-card.ts'
import { action, page, type RedirectReply, type Route } from '../../../console/route.ts'
import type { Database } from '../../../store/database/database.ts'
import { endNotices } from '../operations.ts'
import { noticeWords } from './notice-words.ts'

/**
 * What a person sees who opens the unsubscribe address of an e-mail: a button that ends the
 * e-mails, without a sign-in. Opening it changes nothing, since scanners of mails open every
 * address in them. A mail program posts to the same address (operation `unsubscribe`).
 */
export function unsubscribeRoutes(db: Database): readonly Route[] {
  return [
    page({
      path: '/api/unsubscribe/{token}',
      access: 'anyone',
      show(call) {
        const { say, params } = call
        return signInCard(
          call,
          say(noticeWords.end),
          html`<p>${say(noticeWords.endAbout)}</p>
<form method="post" action="/console/unsubscribe/${encodeURIComponent(params.token)}">\
<button class="primary" type="submit">${say(noticeWords.end)}</button></form>`,
        )
      },
    }),
    action({
      path: '/console/unsubscribe/{token}',
      access: 'anyone',
      async act({ params, now }) {
        return (await endNotices(db, params.token, now)) ? ended : unknown
      },
    }),
  ]
}

const settings = '/console/settings/notices'
const ended: RedirectReply = { redirect: settings, notice: noticeOf('good', noticeWords.ended) }
const unknown: RedirectReply = { redirect: settings, notice: noticeOf('bad', noticeWords.linkUnknown) }
