import { html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { oneOf } from '../../one-of.ts'
import { checkBox } from '../../parts/check-boxes.ts'
import { copyable } from '../../parts/code-block.ts'
import { facts } from '../../parts/facts.ts'
import { choice, field } from '../../parts/field.ts'
import { changedOnPage, emptiedFields, formerValues } from '../../parts/former.ts'
import { holdFact } from '../../parts/hold-fact.ts'
import { holdWords } from '../../parts/hold-words.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { enterValue } from '../../refusal-words.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { graveSettings } from './grave-settings.ts'
import { logoPath } from './logo.ts'
import { settingsWords } from './settings-words.ts'
import { settingsTabs } from './tabs.ts'

/** The settings of the organisation, with the format of its document numbers. */
export const showOrganisation = page({
  path: '/console/settings/organisation',
  access: 'admin',
  show: async (call) => formPage(call, await call.api.call('retrieveOrganisation', {})),
})

export const changeOrganisation = action({
  path: '/console/settings/organisation',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const body = changeIn(form)
    const change = () => attempt(call, () => api.call('changeOrganisation', { body, ...idempotencyOf(form) }))
    const emptied = emptiedFields(call, form, { number_format: enterValue })
    const { refusal } = emptied === undefined ? await change() : { refusal: emptied }
    if (refusal !== undefined) {
      const organisation = await api.call('retrieveOrganisation', {})
      return formPage(call, organisation, { sent: body, refusal })
    }
    return { redirect: '/console/settings/organisation', notice: noticeOf('good', settingsWords.saved) }
  },
})

type Organisation = Operations['retrieveOrganisation']['answer']
type Change = Operations['changeOrganisation']['body']

interface Refused {
  readonly sent: Change
  readonly refusal: SelfbillError
}

function formPage(call: Call, organisation: Organisation, refused?: Refused): PageReply {
  const { say, format } = call
  const choices = versions.map((version) => ({ value: version, label: version }))
  const refusal = refused?.refusal
  const shown = shownOf({ ...organisation, ...refused?.sent })
  const { number_format, compatibility } = shown
  const example = say(settingsWords.numberExample, { example: exampleOf(number_format) })
  return {
    title: say(settingsWords.organisation),
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', sharedWords.notSaved) }),
    body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.organisation))}
<section class="card">${facts([
      [say(sharedWords.name), html`<bdi>${organisation.name}</bdi>`],
      [say(sharedWords.id), copyable(organisation.org_id)],
      [say(sharedWords.created), format.moment(organisation.created_at)],
      [say(settingsWords.logo), html`<a href="${logoPath}">${say(settingsWords.changeLogo)}</a>`],
      [say(holdWords.title), holdFact(call, organisation.legal_hold, '/console/settings/organisation/hold')],
    ])}</section>
<form class="card columns" method="post" action="/console/settings/organisation">
${idempotencyField()}${formerValues(shownOf(organisation))}
${field('number_format', say(settingsWords.numberFormat), {
  value: number_format,
  isRequired: true,
  direction: 'ltr',
  hint: `${say(settingsWords.numberFormatHint, places)} ${example}`,
  problem: refusal?.fields.number_format,
})}
${choice('default_api_version', say(settingsWords.version), choices, {
  value: shown.default_api_version,
  hint: say(settingsWords.versionHint),
})}
${field('compatibility', say(settingsWords.compatibility), {
  value: compatibility,
  direction: 'ltr',
  hint: say(settingsWords.compatibilityHint),
  problem: refusal?.fields.compatibility,
})}
${checkBox(
  'auto_numbering_enabled',
  say(settingsWords.numbering),
  shown.auto_numbering_enabled,
  say(settingsWords.numberingHint),
)}
${otherProblems(refusal, ['number_format', 'compatibility'])}
<div class="actions"><button class="primary" type="submit">${say(sharedWords.save)}</button></div>
</form>
${graveSettings(call, organisation)}`,
  }
}

/** The places of a format, which look like those of our own sentences. */
const places = { prefix: '{prefix}', sequence: '{sequence}', six: '{sequence:6}' }

/** An invoice of yours as number 42. */
function exampleOf(format: string): string {
  return format
    .replaceAll('{prefix}', 'PINV')
    .replace(/\{sequence(?::(\d{1,2}))?\}/, (_, digits = '1') => '42'.padStart(Number(digits), '0'))
}

/** What the form shows of an organisation. */
function shownOf(organisation: Organisation) {
  const { number_format, default_api_version, auto_numbering_enabled, compatibility = 'off' } = organisation
  return {
    number_format,
    default_api_version,
    auto_numbering_enabled,
    compatibility: compatibility === 'off' ? '' : compatibility,
  }
}

/** An unchanged mode is not sent either: the service may have one for all organisations. */
function changeIn(form: Form): Change {
  const version = oneOf(versions, form.text('default_api_version'))
  return changedOnPage(form, {
    number_format: form.text('number_format') ?? '',
    auto_numbering_enabled: form.isChecked('auto_numbering_enabled'),
    ...(version !== undefined && { default_api_version: version }),
    compatibility: form.text('compatibility') ?? 'off',
  })
}

const versions = ['20260101', '20260507'] as const satisfies readonly Organisation['default_api_version'][]
