import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { pageBody, pageOf, pageParameters, sizeUsual } from '../../request/paging.ts'
import { AnsweredClient, answeredClient } from './client-shape.ts'

/** The clients of the caller's organisation, revoked ones too, the oldest first. */
export const listClients = operation({
  id: 'listClients',
  method: 'GET',
  path: '/api/clients',
  summary: 'List the clients of your organisation, the oldest first',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: pageParameters,
  answers: { 200: { description: 'A page of them', type: 'application/json', schema: pageOf(AnsweredClient) } },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { page = 0, size = sizeUsual } = query
    // An organisation has a handful.
    const clients = await parts.store.clients.list(account.orgId)
    const shown = clients.slice(page * size, (page + 1) * size)
    const now = parts.now()
    const paged = { page, size, total: clients.length }
    return ok(
      pageBody(
        shown.map((client) => answeredClient(client, now)),
        paged,
      ),
    )
  },
})
