import { type Html, html } from '@selfbill/pint-ae/html'
import type { Role } from '../../../security/roles.ts'
import type { Sentence } from '../../language/words.ts'
import { may } from '../../may.ts'
import type { Call } from '../../route.ts'
import { settingsWords } from './settings-words.ts'

/** The pages of the settings that the person may open. */
export function settingsTabs(call: Pick<Call, 'say' | 'person' | 'address' | 'isSandbox'>): Html {
  const { say, address, isSandbox } = call
  const path = address.split('?')[0] ?? ''
  const items = tabs
    .filter((tab) => may(call, tab.access) && (isSandbox || tab.path !== clockPath))
    .map(({ path: to, label }) => {
      const isHere = path === to || path.startsWith(`${to}/`)
      return html`<a href="${to}" aria-current="${isHere && 'page'}">${say(label)}</a>`
    })
  return html`<nav class="tabs" aria-label="${say(settingsWords.tabs)}">${items}</nav>`
}

export const clockPath = '/console/settings/clock'

const tabs = [
  { path: '/console/settings/profiles', label: settingsWords.profiles, access: 'viewer' },
  { path: '/console/settings/agreements', label: settingsWords.agreements, access: 'viewer' },
  { path: '/console/settings/account', label: settingsWords.account, access: 'viewer' },
  { path: '/console/settings/notices', label: settingsWords.notices, access: 'viewer' },
  { path: '/console/settings/organisation', label: settingsWords.organisation, access: 'admin' },
  { path: '/console/settings/approvals', label: settingsWords.approvals, access: 'admin' },
  { path: '/console/settings/users', label: settingsWords.users, access: 'admin' },
  { path: '/console/settings/clients', label: settingsWords.clients, access: 'admin' },
  { path: '/console/settings/audit', label: settingsWords.audit, access: 'admin' },
  { path: '/console/settings/requests', label: settingsWords.requests, access: 'admin' },
  { path: clockPath, label: settingsWords.clock, access: 'admin' },
] as const satisfies readonly { readonly path: string; readonly label: Sentence; readonly access: Role }[]
