import { clientsOf } from '../../../store/accounts/clients.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { defaultSize, pageBody, pageOf, pageParameters } from '../../request/paging.ts'
import { AnsweredClient, answeredClient } from './client-shape.ts'

/** The clients of the caller's organisation, oldest first, including revoked ones. */
export const listClients = operation({
  id: 'listClients',
  method: 'GET',
  path: '/api/clients',
  summary: 'List the clients of your organisation, oldest first',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: pageParameters,
  answers: {
    200: { description: 'A page of clients', type: 'application/json', schema: pageOf('ClientPage', AnsweredClient) },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { page = 0, size = defaultSize } = query
    // An organisation has only a few, so all are read.
    const clients = await clientsOf(parts.store.database, account.orgId)
    const clientsOfPage = clients.slice(page * size, (page + 1) * size)
    const now = parts.now()
    const paged = { page, size, total: clients.length }
    return ok(
      pageBody(
        clientsOfPage.map((client) => answeredClient(client, now)),
        paged,
      ),
    )
  },
})
