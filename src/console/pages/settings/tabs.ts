import { type Html, html } from '@selfbill/pint-ae/html'
import type { Role } from '../../../security/roles.ts'
import type { MessageKey } from '../../language/language.ts'
import { may } from '../../may.ts'
import type { Call } from '../../route.ts'

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
  return html`<nav class="tabs" aria-label="${say('settings.tabs')}">${items}</nav>`
}

export const clockPath = '/console/settings/clock'

const tabs = [
  { path: '/console/settings/profiles', label: 'settings.profiles', access: 'viewer' },
  { path: '/console/settings/agreements', label: 'agreements.title', access: 'viewer' },
  { path: '/console/settings/account', label: 'settings.account', access: 'viewer' },
  { path: '/console/settings/notices', label: 'notices.title', access: 'viewer' },
  { path: '/console/settings/organisation', label: 'settings.organisation', access: 'admin' },
  { path: '/console/settings/users', label: 'settings.users', access: 'admin' },
  { path: '/console/settings/clients', label: 'settings.clients', access: 'admin' },
  { path: '/console/settings/audit', label: 'settings.audit', access: 'admin' },
  { path: '/console/settings/requests', label: 'settings.requests', access: 'admin' },
  { path: clockPath, label: 'settings.clock', access: 'admin' },
] as const satisfies readonly { readonly path: string; readonly label: MessageKey; readonly access: Role }[]
