import { answerObject, optional, Type, text } from '@selfbill/pint-ae/document'
import { organisationsNamed } from '../../../store/accounts/organisations.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { listBy, listOf } from '../../request/lists.ts'
import { notBlank } from '../../request/parameters.ts'

const organisationList = listBy('organisations', 'text', 'text')

const NamedOrganisation = answerObject('NamedOrganisation', {
  org_id: Type.String({ format: 'uuid' }),
  org_name: Type.String(),
})

/** An operator finds the organisation to act for. Source: docs/decisions/0194. */
export const listOrganisations = operation({
  id: 'listOrganisations',
  method: 'GET',
  path: '/api/organisations',
  summary: 'List the organisations of the service, by name',
  access: { kind: 'scopes', scopes: ['operator'] },
  query: { search: optional(notBlank(text(100))), ...organisationList.parameters },
  answers: {
    200: {
      description: 'A page of organisations',
      type: 'application/json',
      schema: listOf('OrganisationPage', NamedOrganisation),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ query, parts }) {
    const { search } = query
    const { rows, next } = await organisationList.page(
      query,
      (page) => organisationsNamed(parts.store.database, { search, ...page }),
      ({ name, id }) => [name, id],
    )
    return ok({ items: rows.map(({ id, name }) => ({ org_id: id, org_name: name })), next })
  },
})
