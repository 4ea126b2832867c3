import { html } from '@selfbill/pint-ae/html'
import { noticeOf } from '../../http/notice.ts'
import { Refused } from '../../http/refused.ts'
import { confirmation } from '../../parts/confirmation.ts'
import { choice } from '../../parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { action, type Call, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { type Client, clientsPath } from './clients.ts'
import { clientSecretPage } from './new-client.ts'

/** A new secret for a client, and its end. */
export const askToRotateClient = page({
  path: '/console/settings/clients/{client_id}/rotate',
  access: 'admin',
  async show(call) {
    const { say, params } = call
    const { name } = await clientOf(call, params.client_id)
    const overlaps = [
      { value: '86400', label: say(accountWords.overlapDay) },
      { value: '604800', label: say(accountWords.overlapWeek) },
      { value: '3600', label: say(accountWords.overlapHour) },
      { value: '0', label: say(accountWords.overlapNone) },
    ]
    return confirmation(call, {
      title: say(accountWords.rotateTitle),
      about: [say(accountWords.rotateAbout, { name })],
      button: say(accountWords.rotate),
      address: `${clientsPath}/${encodeURIComponent(params.client_id)}/rotate`,
      back: clientsPath,
      fields: html`${idempotencyField()}${choice('overlap', say(accountWords.overlap), overlaps)}`,
    })
  },
})

export const rotateClient = action({
  path: '/console/settings/clients/{client_id}/rotate',
  access: 'admin',
  async act(call) {
    const { api, params, form } = call
    const overlap = form.text('overlap') ?? ''
    const body = /^\d{1,7}$/.test(overlap) ? { overlap_seconds: Number(overlap) } : {}
    return clientSecretPage(call, await api.call('rotateClient', { params, body, ...idempotencyOf(form) }))
  },
})

export const askToRevokeClient = page({
  path: '/console/settings/clients/{client_id}/revoke',
  access: 'admin',
  async show(call) {
    const { say, params } = call
    const { name } = await clientOf(call, params.client_id)
    return confirmation(call, {
      title: say(accountWords.revokeTitle),
      about: [say(accountWords.revokeAbout, { name })],
      button: say(accountWords.revoke),
      address: `${clientsPath}/${encodeURIComponent(params.client_id)}/revoke`,
      back: clientsPath,
    })
  },
})

export const revokeClient = action({
  path: '/console/settings/clients/{client_id}/revoke',
  access: 'admin',
  async act({ api, params }) {
    await api.call('revokeClient', { params })
    return { redirect: clientsPath, notice: noticeOf('good', accountWords.revokedNow) }
  },
})

/** The API lists clients; an organisation has few. */
async function clientOf({ api }: Pick<Call, 'api'>, id: string): Promise<Client> {
  for await (const client of api.list('listClients')) {
    if (client.client_id === id && client.revoked_at === undefined) return client
  }
  throw new Refused('notFound')
}
