/**
 * Plain names of columns in both languages, beside the paths of the API. Each name stands for one
 * path, so that a file may mix names of both languages and paths.
 */
export interface ColumnName {
  readonly path: string
  readonly en: string
  readonly ar: string
}

export type NameLanguage = 'en' | 'ar'

/** The path that a heading names; undefined for a path itself, and for what we do not know. */
export function pathOfHeading(heading: string): string | undefined {
  return byName.get(folded(heading))
}

/** The plain name of a path. */
export function plainName(path: string, language: NameLanguage): string | undefined {
  return byPath.get(path)?.[language]
}

/** Letters that people write in several ways, and marks that they leave out, make no difference. */
export function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u0640\u064b-\u0652\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type Words = readonly [en: string, ar: string]

function named(words: Readonly<Record<string, Words>>): readonly ColumnName[] {
  return Object.entries(words).map(([path, [en, ar]]) => ({ path, en, ar }))
}

const ofDocument = named({
  document: ['Document', 'المستند'],
  document_number: ['Document number', 'رقم المستند'],
  error: ['Error', 'الخطأ'],
  issue_date: ['Issue date', 'تاريخ الإصدار'],
  due_date: ['Due date', 'تاريخ الاستحقاق'],
  invoice_type_code: ['Invoice type', 'نوع الفاتورة'],
  credit_note_type_code: ['Credit note type', 'نوع الإشعار الدائن'],
  profile_execution_id: ['Transaction flags', 'مؤشرات المعاملة'],
  document_currency_code: ['Currency', 'العملة'],
  'tax_exchange_rate.calculation_rate': ['Exchange rate', 'سعر الصرف'],
  note: ['Note', 'ملاحظة'],
  buyer_reference: ['Buyer reference', 'مرجع المشتري'],
  accounting_cost: ['Cost centre', 'مركز التكلفة'],
  'order_reference.id': ['Purchase order', 'أمر الشراء'],
  'contract_document_reference.id': ['Contract', 'العقد'],
  discrepancy_response: ['Credit reason', 'سبب الإشعار الدائن'],
  'billing_reference[0].id': ['Credited invoice', 'الفاتورة المخصوم منها'],
  'billing_reference[0].issue_date': ['Credited invoice date', 'تاريخ الفاتورة المخصوم منها'],
  'payment_means[0].payment_means_code': ['Payment means', 'وسيلة الدفع'],
  'payment_means[0].payee_financial_account.id': ['IBAN', 'رقم الحساب الدولي'],
  'payment_means[0].payee_financial_account.name': ['Account name', 'اسم صاحب الحساب'],
  'payment_means[0].payment_id[0]': ['Payment reference', 'مرجع الدفع'],
  'payment_terms.note': ['Payment terms', 'شروط الدفع'],
})

const parties: Readonly<Record<string, Words>> = {
  accounting_supplier_party: ['Supplier', 'المورّد'],
  accounting_customer_party: ['Customer', 'العميل'],
}

/** `Supplier name`, `اسم المورّد`. */
const ofParty: Readonly<Record<string, Words>> = {
  name: ['name', 'اسم'],
  party_name: ['legal name', 'الاسم القانوني لـ'],
  'party_tax_scheme.company_id': ['TRN', 'رقم التسجيل الضريبي لـ'],
  'party_tax_scheme.tax_scheme': ['tax', 'ضريبة'],
  tin: ['TIN', 'رقم التعريف الضريبي لـ'],
  'postal_address.street_name': ['street', 'شارع'],
  'postal_address.additional_street_name': ['second address line', 'سطر العنوان الثاني لـ'],
  'postal_address.city_name': ['city', 'مدينة'],
  'postal_address.postal_zone': ['postcode', 'الرمز البريدي لـ'],
  'postal_address.country_subentity': ['emirate', 'إمارة'],
  'postal_address.country_code': ['country code', 'رمز دولة'],
  'postal_address.country': ['country', 'دولة'],
  scheme_agency_id: ['registration type', 'نوع تسجيل'],
  company_id: ['trade licence', 'رخصة'],
  authority_name: ['licensing authority', 'جهة ترخيص'],
  email: ['email', 'بريد'],
  telephone: ['telephone', 'هاتف'],
  contact_name: ['contact', 'مسؤول الاتصال لدى'],
  endpoint_id: ['network address', 'عنوان الشبكة لـ'],
  endpoint_scheme_id: ['network address scheme', 'نظام عنوان الشبكة لـ'],
}

const ofParties = Object.entries(parties).flatMap(([party, [english, arabic]]) =>
  Object.entries(ofParty).map(([member, [en, ar]]) => ({
    path: `${party}.${member}`,
    en: `${english} ${en}`,
    ar: joined(ar, arabic),
  })),
)

/** `لـ` and `ال` become `لل`. */
function joined(word: string, party: string): string {
  return word.endsWith(' لـ') ? `${word.slice(0, -2)}لل${party.slice(2)}` : `${word} ${party}`
}

const ofLine = named({
  'line.name': ['Item', 'الصنف'],
  'line.description': ['Description', 'الوصف'],
  'line.note': ['Line note', 'ملاحظة البند'],
  'line.quantity': ['Quantity', 'الكمية'],
  'line.unit_code': ['Unit', 'الوحدة'],
  'line.price.base_amount': ['Price', 'السعر'],
  'line.price.base_quantity': ['Price quantity', 'كمية السعر'],
  'line.classified_tax_category.id': ['VAT category', 'فئة الضريبة'],
  'line.classified_tax_category.percent': ['VAT rate', 'نسبة الضريبة'],
  'line.classified_tax_category.tax_scheme': ['Line tax', 'ضريبة البند'],
  'line.classified_tax_category.tax_exemption_reason_code': ['Exemption reason', 'سبب الإعفاء'],
  'line.commodity_classification.commodity_code': ['Goods or services', 'سلع أو خدمات'],
  'line.commodity_classification.item_classification_code': ['HS code', 'رمز النظام المنسق'],
  'line.commodity_classification.item_classification_list_id': ['Classification list', 'قائمة التصنيف'],
  'line.commodity_classification.nature_code': ['Nature of goods', 'طبيعة السلع'],
  'line.additional_item_identification[0].id': ['Service code', 'رمز الخدمة'],
  'line.additional_item_identification[0].scheme_id': ['Service code scheme', 'نظام رمز الخدمة'],
  'line.standard_item_identification.id': ['GTIN', 'الرقم العالمي للسلعة'],
  'line.standard_item_identification.scheme_id': ['GTIN scheme', 'نظام الرقم العالمي للسلعة'],
  'line.seller_item_identification.id': ['Seller item number', 'رقم الصنف لدى البائع'],
  'line.buyer_item_identification.id': ['Buyer item number', 'رقم الصنف لدى المشتري'],
  'line.accounting_cost': ['Line cost centre', 'مركز تكلفة البند'],
  'line.allowances[0].reason': ['Line discount reason', 'سبب خصم البند'],
  'line.allowances[0].amount': ['Line discount', 'خصم البند'],
})

export const columnNames: readonly ColumnName[] = [...ofDocument, ...ofParties, ...ofLine]

const byPath: ReadonlyMap<string, ColumnName> = new Map(columnNames.map((name) => [name.path, name]))
const byName: ReadonlyMap<string, string> = new Map(
  columnNames.flatMap(({ path, en, ar }) => [
    [folded(en), path],
    [folded(ar), path],
  ]),
)
