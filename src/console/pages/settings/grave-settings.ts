import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { checkBox } from '../../parts/check-boxes.ts'
import { confirmation } from '../../parts/confirmation.ts'
import { facts } from '../../parts/facts.ts'
import { field } from '../../parts/field.ts'
import { formerValues, isChanged, isOutdated } from '../../parts/former.ts'
import { holdWords } from '../../parts/hold-words.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type Call, type PageReply, page, type RedirectReply } from '../../route.ts'
import { settingsWords } from './settings-words.ts'

// Settings that stop work or destroy something: each has a page of its own, which says what will
// happen and asks for the name of the organisation.

const organisationPath = '/console/settings/organisation'
const sendingPath = `${organisationPath}/sending`
const removalPath = `${organisationPath}/removal`

type Organisation = Operations['retrieveOrganisation']['answer']

/** How they stand, with the way to change each. */
export function graveSettings({ say }: Pick<Call, 'say'>, organisation: Organisation): Html {
  const { phase_2_enabled: sends, remove_after_retention: removes, retention_years: years } = organisation
  const state = (isOn: boolean) => say(isOn ? settingsWords.on : settingsWords.off)
  const change = (path: string) => html`<div><a href="${path}">${say(settingsWords.change)}</a></div>`
  return html`<section class="card" aria-labelledby="grave"><h2 id="grave">${say(settingsWords.grave)}</h2>
${facts([
  [say(settingsWords.phase2), html`${state(sends)}${change(sendingPath)}`],
  [say(holdWords.retention), html`${years}${change(removalPath)}`],
  [say(holdWords.removes), html`${state(removes)}${change(removalPath)}`],
])}</section>`
}

const askAboutSending = page({
  path: sendingPath,
  access: 'admin',
  show: async (call) => sendingPage(call, await organisationOf(call)),
})

const changeSending = action({
  path: sendingPath,
  access: 'admin',
  async act(call) {
    const organisation = await organisationOf(call)
    const to = call.form.text('to')
    if (to !== 'on' && to !== 'off') return sendingPage(call, organisation)
    if (!isNamed(call.form, organisation)) return sendingPage(call, organisation, call.say(settingsWords.nameProblem))
    return changed(await change(call, { phase_2_enabled: to === 'on' }))
  },
})

function sendingPage(call: Call, organisation: Organisation, problem?: string): PageReply {
  const isOn = organisation.phase_2_enabled
  const title = call.say(isOn ? settingsWords.sendingOff : settingsWords.sendingOn)
  const to = html`<input type="hidden" name="to" value="${isOn ? 'off' : 'on'}">`
  return confirmation(call, {
    title,
    about: [call.say(isOn ? settingsWords.sendingOffAbout : settingsWords.sendingOnAbout)],
    button: title,
    address: sendingPath,
    back: organisationPath,
    fields: [to, nameField(call, organisation, problem)],
    ...(problem !== undefined && { problem: noticeOf('bad', sharedWords.notSaved) }),
  })
}

const askAboutRemoval = page({
  path: removalPath,
  access: 'admin',
  async show(call) {
    const organisation = await organisationOf(call)
    return removalPage(call, organisation, {
      years: String(organisation.retention_years),
      removes: organisation.remove_after_retention,
    })
  },
})

const changeRemoval = action({
  path: removalPath,
  access: 'admin',
  async act(call) {
    const organisation = await organisationOf(call)
    const wanted = wantedIn(call.form, organisation)
    if (isOutdated(call.form, removalOf(organisation)) && !isThere(wanted, organisation)) {
      return removalPage(call, organisation, { ...wanted, isOutdated: true })
    }
    if (!isNamed(call.form, organisation)) {
      return removalPage(call, organisation, { ...wanted, nameProblem: call.say(settingsWords.nameProblem) })
    }
    const tried = await change(call, {
      retention_years: Number(wanted.years),
      remove_after_retention: wanted.removes,
    })
    const yearsProblem = tried.refusal?.fields.retention_years ?? tried.refusal?.message
    return tried.refusal === undefined ? changed(tried) : removalPage(call, organisation, { ...wanted, yearsProblem })
  },
})

/** A member that was not changed on the page is as it is now. */
function wantedIn(form: Form, { retention_years: years, remove_after_retention: removes }: Organisation): Wanted {
  return {
    years: isChanged(form, 'retention_years') ? (form.text('retention_years') ?? '') : String(years),
    removes: isChanged(form, 'remove_after_retention') ? form.isChecked('remove_after_retention') : removes,
  }
}

/** A second press of the button. */
function isThere({ years, removes }: Wanted, organisation: Organisation): boolean {
  return Number(years) === organisation.retention_years && removes === organisation.remove_after_retention
}

function removalOf({ retention_years: years, remove_after_retention: removes }: Organisation) {
  return { retention_years: String(years), remove_after_retention: removes }
}

interface Wanted {
  readonly years: string
  readonly removes: boolean
  readonly yearsProblem?: string | undefined
  readonly nameProblem?: string | undefined
  /** Removed content does not come back: nobody removes it by what the page showed before. */
  readonly isOutdated?: true
}

function removalPage(call: Call, organisation: Organisation, wanted: Wanted): PageReply {
  const { years, removes, yearsProblem, nameProblem } = wanted
  const isRefused = yearsProblem !== undefined || nameProblem !== undefined
  const reason = wanted.isOutdated ? sharedWords.changedMeanwhile : isRefused ? sharedWords.notSaved : undefined
  return confirmation(call, {
    title: call.say(settingsWords.removal),
    about: [call.say(settingsWords.removalAbout)],
    button: call.say(sharedWords.save),
    address: removalPath,
    back: organisationPath,
    fields: [
      html`${formerValues(removalOf(organisation))}`,
      field('retention_years', call.say(holdWords.retention), {
        value: years,
        type: 'number',
        isRequired: true,
        hint: call.say(holdWords.retentionHint),
        problem: yearsProblem,
      }),
      checkBox('remove_after_retention', call.say(holdWords.removes), removes, call.say(holdWords.removesHint)),
      nameField(call, organisation, nameProblem),
    ],
    ...(reason !== undefined && { problem: noticeOf('bad', reason) }),
  })
}

function nameField(call: Call, { name }: Organisation, problem?: string): Html {
  return field('name', call.say(settingsWords.nameTyped, { name }), { isRequired: true, problem })
}

function isNamed(form: Form, { name }: Organisation): boolean {
  return form.text('name') === name.trim()
}

function organisationOf({ api }: Call): Promise<Organisation> {
  return api.call('retrieveOrganisation', {})
}

function change(call: Call, body: Operations['changeOrganisation']['body']): Promise<Attempted<unknown>> {
  return attempt(call, () => call.api.call('changeOrganisation', { body }))
}

function changed({ refusal }: Attempted<unknown>): RedirectReply {
  const redirect = organisationPath
  if (refusal === undefined) return { redirect, notice: noticeOf('good', settingsWords.saved) }
  return { redirect, notice: noticeOf('bad', sharedWords.notSaved) }
}

export const graveSettingsRoutes = [askAboutSending, changeSending, askAboutRemoval, changeRemoval] as const
