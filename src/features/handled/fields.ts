import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the members of a handled document mean. */
export const handledFields: FieldTable = {
  'HandlingRequest HandledDocument': {
    note: {
      en: 'What was done about the document',
      ar: 'ما الإجراء الذي اتُّخذ بشأن المستند',
      example: 'Credited, and issued again as INV-000123',
    },
  },
  HandledDocument: {
    handled_by: {
      en: 'Who marked it as handled: a name, or the id of an account',
      ar: 'من علّم المستند بأنه عولج: اسم أو معرّف حساب',
      example: 'Amal Haddad',
    },
    handled_at: {
      en: 'When it was marked as handled, RFC 3339',
      ar: 'وقت تعليم المستند بأنه عولج بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
  },
}
