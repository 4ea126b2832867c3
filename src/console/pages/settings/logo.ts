import { html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { FormFile } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { Refused } from '../../http/refused.ts'
import { field } from '../../parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type Call, content, type PageReply, page } from '../../route.ts'
import { settingsWords } from './settings-words.ts'
import { settingsTabs } from './tabs.ts'

export const logoPath = '/console/settings/organisation/logo'

/** The logo on printed pages: what it is now, and a form for another. */
const showLogo = page({
  path: '/console/settings/organisation/logo',
  access: 'admin',
  show: async (call) => logoPage(call, await logoOf(call)),
})

const sendLogo = action({
  path: '/console/settings/organisation/logo',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const sent = form.file('file_content')
    const body = {
      file_type: sent === undefined ? 'image/png' : typeOf(sent),
      file_content: Buffer.from(sent?.bytes ?? []).toString('base64'),
    } as const
    const { refusal } = await attempt(call, () => api.call('replaceLogo', { body, ...idempotencyOf(form) }))
    if (refusal !== undefined) return logoPage(call, await logoOf(call), refusal)
    return { redirect: logoPath, notice: noticeOf('good', settingsWords.logoSaved) }
  },
})

const removeLogo = action({
  path: '/console/settings/organisation/logo/remove',
  access: 'admin',
  async act(call) {
    await attempt(call, () => call.api.call('removeLogo', { ...idempotencyOf(call.form) }))
    return { redirect: logoPath, notice: noticeOf('good', settingsWords.logoRemoved) }
  },
})

/** The picture itself, for the page above. */
const logoFile = content({
  path: '/console/settings/organisation/logo/file',
  access: 'admin',
  async send(call) {
    const logo = await logoOf(call)
    if (logo === undefined) throw new Refused('notFound')
    return { content: Buffer.from(logo.file_content, 'base64'), type: logo.file_type }
  },
})

type Logo = Operations['retrieveLogo']['answer']

async function logoOf({ api }: Pick<Call, 'api'>): Promise<Logo | undefined> {
  try {
    return await api.call('retrieveLogo', {})
  } catch (error) {
    if (error instanceof SelfbillError && error.status === 404) return undefined
    throw error
  }
}

function logoPage(call: Call, logo: Logo | undefined, refusal?: SelfbillError): PageReply {
  const { say } = call
  const now =
    logo === undefined
      ? html`<p>${say(settingsWords.noLogo)}</p>`
      : html`<p><img src="${`${logoPath}/file`}" alt="${say(settingsWords.logo)}" width="${logo.width}" \
height="${logo.height}" class="logo"></p>
${press(`${logoPath}/remove`, say(settingsWords.removeLogo), { look: 'danger' })}`
  return {
    title: say(settingsWords.logo),
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', sharedWords.notSaved) }),
    body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.logo), { about: say(settingsWords.logoAbout) })}
<section class="card">${now}</section>
<form class="card stacked" method="post" action="${logoPath}" enctype="multipart/form-data">
${idempotencyField()}
${field('file_content', say(settingsWords.logoFile), {
  type: 'file',
  isRequired: true,
  hint: say(settingsWords.logoHint),
  problem: refusal?.fields.file_content,
})}
${otherProblems(refusal, ['file_content'])}
<div class="actions"><button class="primary" type="submit">${say(sharedWords.save)}</button></div>
</form>`,
  }
}

/** By its first bytes, since a browser goes by the name; the API checks the rest. */
function typeOf({ bytes }: FormFile): 'image/png' | 'image/jpeg' {
  return bytes[0] === 0xff ? 'image/jpeg' : 'image/png'
}

export const logoRoutes = [showLogo, sendLogo, removeLogo, logoFile]
