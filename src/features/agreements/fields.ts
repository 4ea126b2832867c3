import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the parameters about agreements mean. */
export const agreementFields: FieldTable = {
  'retrieveAgreement endAgreement': {
    agreement_id: {
      en: 'Id of the agreement, as GET /api/agreements lists it',
      ar: 'معرّف الاتفاقية كما يرد في `GET /api/agreements`',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a12',
    },
  },
  listAgreements: {
    business_profile_id: {
      en: 'Only agreements of this business profile',
      ar: 'اتفاقيات بيانات المنشأة هذه فقط',
      example: 'BP-DEMO000001',
    },
    supplier_tin: {
      en: 'Only agreements with the supplier with this TIN',
      ar: 'اتفاقيات المورّد صاحب رقم التعريف الضريبي هذا فقط',
      example: '1002345678',
    },
    valid_on: {
      en: 'Only agreements that are valid on this day, `yyyy-MM-dd`',
      ar: 'الاتفاقيات السارية في هذا اليوم فقط، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-15',
    },
  },
}
