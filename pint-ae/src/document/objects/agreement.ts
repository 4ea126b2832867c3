import type { Static } from 'typebox'
import { message } from '../../messages/message.ts'
import { answerObject, instant, orNull } from '../declaration/answer-shapes.ts'
import { addRules, type Draft, namedObject, optional, type Report } from '../declaration/declare.ts'
import { date, identifier, matching, text } from '../declaration/leaves.ts'
import { Type } from '../declaration/type.ts'

/** A supplier's written consent that the buyer issues the invoices. Source: docs/decisions/0081. */
export const Agreement = namedObject('AgreementRequest', {
  agreement_number: identifier(),
  business_profile_id: identifier(),
  supplier_name: text(),
  supplier_tin: matching(/^1[0-9]{9}$/, 'must_be_tin'),
  valid_from: date(),
  valid_to: optional(date()),
})

addRules(Agreement, endsAfterStart)

export type Agreement = Static<typeof Agreement>

export const AnsweredAgreement = answerObject('Agreement', {
  agreement_id: Type.String({ format: 'uuid' }),
  agreement_number: Type.String(),
  business_profile_id: Type.String(),
  supplier_name: Type.String(),
  supplier_tin: Type.String(),
  valid_from: Type.String({ format: 'date' }),
  valid_to: orNull(Type.String({ format: 'date' })),
  created_at: instant(),
  updated_at: instant(),
})

/** The end of an agreement. */
export const AgreementEnd = namedObject('AgreementEnd', {
  valid_to: optional(date()),
})

function endsAfterStart({ valid_from: from, valid_to: to }: Draft<Agreement>, report: Report): void {
  if (from !== undefined && to !== undefined && to < from)
    report('valid_to', message('end_before_start', { field: 'valid_to', start_field: 'valid_from' }))
}
