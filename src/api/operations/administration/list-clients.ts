import { clientPage } from '../../../store/accounts/clients.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { listBy, listOf } from '../../request/lists.ts'
import { AnsweredClient, answeredClient } from './client-shape.ts'

const clientList = listBy('clients', 'integer', 'text')

/** The clients of the caller's organisation, oldest first, including revoked ones. */
export const listClients = operation({
  id: 'listClients',
  method: 'GET',
  path: '/api/clients',
  summary: 'List the clients of your organisation, oldest first',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: clientList.parameters,
  answers: {
    200: { description: 'A page of clients', type: 'application/json', schema: listOf('ClientPage', AnsweredClient) },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { rows, next } = await clientList.page(
      query,
      (page) => clientPage(parts.store.database, account.orgId, page),
      ({ createdAt, id }) => [createdAt, id],
    )
    const now = parts.now()
    return ok({ items: rows.map((client) => answeredClient(client, now)), next })
  },
})
