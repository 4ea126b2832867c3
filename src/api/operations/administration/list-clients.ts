import { object } from '../../../document/declaration/declare.ts'
import { ok } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'
import { pageBody, pageOf, pageParameters, sizeUsual } from '../../request/paging.ts'
import { readQuery } from '../../request/query.ts'
import { AnsweredClient, answeredClient } from './client-shape.ts'

const parameters = object(pageParameters)

/** The clients of the caller's organisation, revoked ones too, the oldest first. */
export const listClients = operationOf({
  id: 'listClients',
  method: 'GET',
  path: '/api/clients',
  summary: 'List the clients of your organisation, the oldest first',
  scope: 'admin',
  query: parameters.properties,
  answers: { 200: { description: 'A page of them', type: 'application/json', schema: pageOf(AnsweredClient) } },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { page = 0, size = sizeUsual } = readQuery(parameters, query)
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
