import type { Sentence } from '../../language/words.ts'
import { words } from '../../language/words.ts'

/** Members that have no field of their own: one beside them stands for them in the form. */
const memberWords = words('member', {
  scheme_id: { en: 'scheme', ar: 'نظام الترميز' },
  item_classification_list_id: { en: 'list of the code', ar: 'قائمة الرمز' },
  tax_scheme: { en: 'kind of tax', ar: 'نوع الضريبة' },
  percent: { en: 'VAT rate', ar: 'نسبة الضريبة' },
  tax_exemption_reason: { en: 'text of the exemption reason', ar: 'نص سبب الإعفاء' },
  tin: { en: 'TIN', ar: 'رقم التعريف الضريبي' },
  endpoint_id: { en: 'electronic address', ar: 'العنوان الإلكتروني' },
  endpoint_scheme_id: { en: 'scheme of the electronic address', ar: 'نظام العنوان الإلكتروني' },
  scheme_agency_id: { en: 'kind of registration', ar: 'نوع السجل' },
  tax_currency_code: { en: 'currency of the VAT', ar: 'عملة الضريبة' },
})

/** What a person calls the member at the end of a path. */
export function memberSentence(path: string): Sentence | undefined {
  const name = path.split('.').at(-1) ?? ''
  return Object.entries(memberWords).find(([member]) => member === name)?.[1]
}
