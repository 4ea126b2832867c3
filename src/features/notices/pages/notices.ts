import { type Html, html } from '@selfbill/pint-ae/html'
import { noticeOf } from '../../../console/http/notice.ts'
import { may } from '../../../console/may.ts'
import { settingsWords } from '../../../console/pages/settings/settings-words.ts'
import { settingsTabs } from '../../../console/pages/settings/tabs.ts'
import { userPath } from '../../../console/pages/settings/users.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { choice } from '../../../console/parts/field.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { action, type Call, page, type Route } from '../../../console/route.ts'
import { noticeWords } from './notice-words.ts'

/** When the signed-in person gets e-mails. E-mails link to this page. */
export function showNotices(sendsMail: boolean): Route {
  return page({
    path: '/console/settings/notices',
    access: 'viewer',
    async show(call) {
      const { api, say, person } = call
      const { email, email_confirmed: isConfirmed, notices } = await api.call('retrieveMe', {})
      return {
        title: say(settingsWords.notices),
        body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.notices), { about: say(noticeWords.about) })}
${!sendsMail && html`<p class="notice warning">${say(noticeWords.noServer)}</p>`}
${sendsMail && email !== undefined && isConfirmed !== true && unconfirmed(call, email)}
${email === undefined ? withoutAddress(call, person.userId) : choiceForm(call, email, notices ?? 'daily')}`,
      }
    },
  })
}

function unconfirmed({ say }: Call, email: string): Html {
  return html`<p class="notice warning">${say(noticeWords.unconfirmed, { email })} ${say(noticeWords.askAgain)}</p>`
}

function choiceForm({ say }: Call, email: string, chosen: string): Html {
  const choices = noticeChoices.map((value) => ({ value, label: say(noticeWords[value]) }))
  return html`<form class="card stacked" method="post" action="/console/settings/notices">
<p>${say(noticeWords.address, { email })}</p>
${choice('notices', say(noticeWords.choice), choices, { value: chosen, hint: say(noticeWords.hint) })}
<div class="actions"><button class="primary" type="submit">${say(noticeWords.save)}</button></div>
</form>`
}

/** An administrator can help: others ask one. */
function withoutAddress(call: Call, userId: string): Html {
  const { say } = call
  const own = html`<a class="button" href="${userPath(userId)}">${say(noticeWords.addAddress)}</a>`
  return emptyState(
    say(noticeWords.noAddress),
    say(may(call, 'admin') ? noticeWords.addAddressHint : noticeWords.askForAddress),
    may(call, 'admin') ? own : undefined,
  )
}

export const chooseNotices = action({
  path: '/console/settings/notices',
  access: 'viewer',
  async act({ api, form }) {
    const chosen = noticeChoices.find((one) => one === form.text('notices'))
    if (chosen !== undefined) await api.call('changeMe', { body: { notices: chosen } })
    return {
      redirect: '/console/settings/notices',
      ...(chosen !== undefined && { notice: noticeOf('good', noticeWords.saved) }),
    }
  },
})

const noticeChoices = ['at_once', 'daily', 'none'] as const
