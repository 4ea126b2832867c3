import { Type } from '@selfbill/pint-ae/document'
import { RawJson } from '@selfbill/pint-ae/json'
import { cacheable, notModified } from '../../answer/answers.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Catalogue } from '../../parts.ts'
import { wholeList } from '../../request/lists.ts'
import { CatalogueRules } from './catalogue-schemas.ts'

/**
 * The rule that a finding's reasonCode names: the official one, and ours that closes a gap in it.
 */
export const retrieveRule = operationWith<Catalogue>()({
  id: 'retrieveRule',
  method: 'GET',
  path: '/api/rules/{id}',
  access: { kind: 'public' },
  summary: 'Retrieve a rule by the reasonCode of its findings',
  params: { id: Type.String() },
  query: {},
  answers: {
    200: { description: 'All rules with this id', type: 'application/json', schema: CatalogueRules },
    304: notModified,
  },
  faults: ['rule_not_found', 'parameter_invalid'],
  async handle({ params, parts }) {
    const { id } = params
    const rules = (await parts.catalogue()).filter((rule) => rule.id === id.toUpperCase())
    if (rules.length === 0) throw new Fault('rule_not_found', { id })
    return cacheable(wholeList(rules.map(({ json }) => new RawJson(json))))
  },
})
