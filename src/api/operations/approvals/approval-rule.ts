import { amount, answerEnum, answerObject, named, namedObject, oneOf, Type } from '@selfbill/pint-ae/document'
import { Decimal } from '@selfbill/schematron/decimal'
import {
  type ApprovalRule,
  approverRoles,
  findApprovalRule,
  removeApprovalRule,
  setApprovalRule,
} from '../../../store/approvals/approval-rules.ts'
import { noContent, ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { operation } from '../../operation.ts'
import { anyScope } from '../people/me-shape.ts'

const path = '/api/organisation/approval-rule'

const RuleAnswer = answerObject('ApprovalRule', {
  is_on: Type.Boolean(),
  amount_from: Type.Optional(Type.Number()),
  approvers: Type.Optional(answerEnum('Approvers', approverRoles)),
})

function answeredRule(rule: ApprovalRule | undefined) {
  if (rule === undefined) return { is_on: false }
  return { is_on: true, amount_from: Decimal.from(rule.amountFrom), approvers: rule.approvers }
}

/** Whether documents of people wait for a second person. Source: docs/decisions/0167. */
export const retrieveApprovalRule = operation({
  id: 'retrieveApprovalRule',
  method: 'GET',
  path,
  summary: 'See which documents of people wait for a second person',
  access: { kind: 'scopes', scopes: anyScope },
  answers: { 200: { description: 'The rule', type: 'application/json', schema: RuleAnswer } },
  faults: [],
  async handle({ account, parts }) {
    return ok(answeredRule(await findApprovalRule(parts.store.database, account.orgId)))
  },
})

export const setRule = operation({
  id: 'setApprovalRule',
  method: 'PUT',
  path,
  summary: 'Let documents of people wait for a second person',
  description:
    'From the amount on, with VAT, in AED; documents in another currency always wait. Those of programs never wait. ' +
    'A person may approve who has at least the role in `approvers`, and any program with the scope ' +
    '`documents:approve`.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'organisation', detail: ['amount_from', 'approvers'] },
  body: {
    kind: 'json',
    schema: namedObject('ApprovalRuleChange', {
      amount_from: amount(),
      approvers: named('Approvers', oneOf(approverRoles)),
    }),
    bytesMax: smallBodyBytesMax,
    example: { amount_from: 1000, approvers: 'admin' },
  },
  answers: { 200: { description: 'The rule', type: 'application/json', schema: RuleAnswer } },
  faults: ['document_invalid'],
  async handle({ account, body, keep, parts }) {
    const { amount_from: amountFrom, approvers } = body.read()
    const rule = { amountFrom: amountFrom.toString(), approvers }
    const answer = ok(answeredRule(rule))
    await setApprovalRule(parts.store.database, account.orgId, rule, parts.now(), keep(answer))
    return answer
  },
})

export const removeRule = operation({
  id: 'removeApprovalRule',
  method: 'DELETE',
  path,
  summary: 'Issue documents of people at once again',
  description: 'What waits already still needs its approval.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: { target: 'organisation' },
  answers: { 204: { description: 'Nothing waits from now on' } },
  faults: [],
  async handle({ account, keep, parts }) {
    await removeApprovalRule(parts.store.database, account.orgId, keep(noContent))
    return noContent
  },
})
