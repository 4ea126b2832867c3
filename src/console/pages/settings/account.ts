import { html } from '@selfbill/pint-ae/html'
import { noticeOf } from '../../http/notice.ts'
import { languages } from '../../language/language.ts'
import { shellWords } from '../../layout/shell-words.ts'
import { facts } from '../../parts/facts.ts'
import { choice } from '../../parts/field.ts'
import { pageHead } from '../../parts/page-head.ts'
import { hidden } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { sessionRows } from './sessions.ts'
import { settingsWords } from './settings-words.ts'
import { settingsTabs } from './tabs.ts'

/** A person's own account: who they are, their language, and where they are signed in. */
export const showAccount = page({
  path: '/console/settings/account',
  access: 'viewer',
  async show(call) {
    const { api, say, language } = call
    const [me, { items: sessions }] = await Promise.all([api.call('retrieveMe'), api.call('listSessions')])
    const names = { en: say(settingsWords.english), ar: say(settingsWords.arabic) }
    const choices = languages.map((value) => ({ value, label: names[value] }))
    return {
      title: say(settingsWords.account),
      body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.account))}
<section class="card">${facts([
        [say(sharedWords.name), html`<bdi>${me.name}</bdi>`],
        [say(accountWords.email), me.email !== undefined && html`<bdi dir="ltr">${me.email}</bdi>`],
        [say(accountWords.role), me.role && say(sharedWords[me.role])],
        [say(settingsWords.organisation), html`<bdi>${me.organisation.name}</bdi>`],
      ])}</section>
<form class="card filters" method="post" action="/console/preferences">
${hidden({ return: accountPath })}
${choice('language', say(settingsWords.language), choices, { value: language })}
<div class="actions"><button type="submit">${say(sharedWords.save)}</button></div>
</form>
<section class="section" aria-labelledby="sessions">
<div class="section-head"><h2 id="sessions">${say(settingsWords.sessions)}</h2>
<form method="post" action="/console/sign-out/everywhere">
<button type="submit">${say(shellWords.signOutEverywhere)}</button></form></div>
${sessionRows(call, sessions, accountPath)}</section>`,
    }
  },
})

const accountPath = '/console/settings/account'

export const endOwnSession = action({
  path: '/console/settings/account/sessions/{session_id}/end',
  access: 'viewer',
  async act({ api, params }) {
    await api.call('endSession', { params })
    return { redirect: accountPath, notice: noticeOf('good', settingsWords.sessionEnded) }
  },
})
