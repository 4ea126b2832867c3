import type { ColumnName } from './plain-names.ts'

/**
 * Further names of columns: what the form of the console calls a field, where that is another name
 * than the plain one, and a few words that other programs use. A label that the form has in several
 * parts follows the name of its part: `Place of delivery: Street`.
 */
type Row = readonly [path: string, en: string, ar: string]
type Words = readonly [en: string, ar: string]

const ofDocument: readonly Row[] = [
  ['tax_exchange_rate.calculation_rate', 'Exchange rate to AED', 'سعر الصرف إلى الدرهم'],
  ['payment_means[0].payment_means_code', 'Means of payment', 'وسيلة الدفع'],
  ['payment_means[0].payee_financial_account.id', 'Account (IBAN)', 'الحساب (IBAN)'],
  ['payment_means[0].payee_financial_account.name', 'Name of the account', 'اسم الحساب'],
  [
    'payment_means[0].payee_financial_account.financial_institution_branch_id',
    'Bank or branch (BIC)',
    'المصرف أو فرعه',
  ],
  ['payment_means[0].payment_id[0]', 'Reference for the payment', 'مرجع الدفع'],
  ['payment_means[0].id', 'Id of the means of payment', 'معرّف وسيلة الدفع'],
  ['payment_means[0].card_account.holder_name', 'Holder of the card', 'حامل البطاقة'],
  ['payment_means[0].payment_mandate.id', 'Number of the direct debit mandate', 'رقم تفويض الخصم المباشر'],
  ['payment_means[0].payment_mandate.payer_financial_account_id', 'Account that is debited', 'الحساب المخصوم منه'],
  ['payment_terms.note', 'Terms of payment', 'شروط الدفع'],
  ['payment_terms.due_date', 'Due date in the terms', 'تاريخ الاستحقاق في الشروط'],
  ['payment_terms.installment_due_date', 'Due date of the instalment', 'تاريخ استحقاق القسط'],
  ['payment_terms.amount', 'Amount of the instalment', 'مبلغ القسط'],
  ['payment_terms.payment_means_id', 'Means of payment of the terms', 'وسيلة الدفع في الشروط'],
  ['order_reference.id', 'Purchase order number', 'رقم أمر الشراء'],
  ['order_reference.id', 'PO number', 'رقم الطلب'],
  ['order_reference.id', 'Order number', 'أمر شراء رقم'],
  ['order_reference.issue_date', 'Date of the purchase order', 'تاريخ أمر الشراء'],
  ['order_reference.sales_order_id', 'Sales order number', 'رقم أمر البيع'],
  ['contract_document_reference.id', 'Contract number', 'رقم العقد'],
  ['contract_document_reference.issue_date', 'Date of the contract', 'تاريخ العقد'],
  ['despatch_document_reference.id', 'Delivery note number', 'رقم إشعار التسليم'],
  ['despatch_document_reference.issue_date', 'Date of the delivery note', 'تاريخ إشعار التسليم'],
  ['receipt_document_reference.id', 'Goods receipt number', 'رقم إشعار استلام السلع'],
  ['receipt_document_reference.issue_date', 'Date of the goods receipt', 'تاريخ إشعار استلام السلع'],
  ['statement_document_reference.id', 'Statement number', 'رقم كشف الحساب'],
  ['statement_document_reference.issue_date', 'Date of the statement', 'تاريخ كشف الحساب'],
  ['originator_document_reference.id', 'Tender or lot number', 'رقم المناقصة أو الحصة'],
  ['originator_document_reference.issue_date', 'Date of the tender', 'تاريخ المناقصة'],
  ['issue_time', 'Time of issue', 'وقت الإصدار'],
  ['document_source', 'System that the document comes from', 'النظام الذي صدر منه المستند'],
  ['discrepancy_response', 'Reason', 'السبب'],
  ['reason', 'Explanation of the credit', 'توضيح سبب الإشعار'],
  ['billing_reference[0].id', 'Credited invoice', 'إشعار عن الفاتورة'],
  ['billing_reference[0].issue_date', 'Its issue date', 'تاريخ إصدارها'],
  ['invoice_period.start_date', 'First day of the period', 'اليوم الأول من الفترة'],
  ['invoice_period.end_date', 'Last day of the period', 'اليوم الأخير من الفترة'],
  ['invoice_period.description', 'Frequency or description of the period', 'تكرار الفترة أو وصفها'],
  ['delivery.delivery_time', 'Time of delivery', 'وقت التسليم'],
  ['delivery.party_name', 'Who receives the goods', 'مستلم السلع'],
  ['delivery.party_id', 'Id of the receiver', 'معرّف المستلم'],
  ['delivery.delivery_location.id', 'Id of the place of delivery', 'معرّف مكان التسليم'],
  ['buyer_customer_party.id', 'Id of the beneficiary (free trade zone)', 'معرّف المستفيد (منطقة حرة)'],
  ['seller_supplier_party.id', 'TRN of the principal (disclosed agent)', 'رقم التسجيل الضريبي للأصيل (وكيل معلن)'],
  ['prepaid_amount', 'Amount paid before', 'المبلغ المدفوع مسبقًا'],
  ['payable_rounding_amount', 'Rounding of the amount due', 'تقريب المبلغ المستحق'],
]

const ofLine: readonly Row[] = [
  ['line.price.base_amount', 'Unit price', 'سعر الوحدة'],
  ['line.classified_tax_category.percent', 'VAT rate in percent', 'نسبة الضريبة المئوية'],
  ['line.classified_tax_category.tax_exemption_reason_code', 'Reason for the exemption', 'سبب الإعفاء'],
  ['line.commodity_classification.item_classification_code', 'HS code', 'رمز HS'],
  ['line.commodity_classification.item_classification_list_id', 'List of the goods code', 'قائمة رمز السلعة'],
  [
    'line.commodity_classification.item_classification_list_version_id',
    'Edition of the HS list',
    'إصدار قائمة النظام المنسق',
  ],
  ['line.commodity_classification.nature_code', 'Goods under reverse charge', 'سلع الاحتساب العكسي'],
  ['line.additional_item_identification[0].id', 'SAC code', 'رمز SAC'],
  ['line.standard_item_identification.id', 'GTIN', 'رقم GTIN'],
  ['line.standard_item_identification.scheme_id', 'Scheme of the standard number', 'نظام ترميز الرقم القياسي'],
  ['line.price.base_quantity', 'Price is for this quantity', 'السعر عن هذه الكمية'],
  ['line.price.allowance.amount', 'Discount in the unit price', 'الخصم ضمن سعر الوحدة'],
  ['line.price.allowance.base_amount', 'Unit price before the discount', 'سعر الوحدة قبل الخصم'],
  ['line.note', 'Line: Note', 'البند: ملاحظة'],
  ['line.accounting_cost', 'Line: Cost centre', 'البند: مركز التكلفة'],
  ['line.order_line_reference.order_reference_id', 'Line: Purchase order number', 'البند: رقم أمر الشراء'],
  ['line.order_line_reference.line_id', 'Line of the purchase order', 'بند أمر الشراء'],
  ['line.despatch_line_reference.line_id', 'Line of the delivery note', 'بند إشعار التسليم'],
  ['line.document_reference.id', 'Document that the line refers to', 'مستند يشير إليه البند'],
  ['line.document_reference.issue_date', 'Date of that document', 'تاريخ ذلك المستند'],
  ['line.invoice_period.start_date', 'Line: First day of the period', 'البند: اليوم الأول من الفترة'],
  ['line.invoice_period.end_date', 'Line: Last day of the period', 'البند: اليوم الأخير من الفترة'],
  ['line.invoice_period.description', 'Line: Frequency or description of the period', 'البند: تكرار الفترة أو وصفها'],
  ['line.buyer_item_identification.id', 'Item number of the buyer', 'رقم الصنف لدى المشتري'],
  ['line.seller_item_identification.id', 'Item number of the seller', 'رقم الصنف لدى البائع'],
  ['line.line_object_identifier', 'Meter, contract or asset number', 'رقم العداد أو العقد أو الأصل'],
]

/** The labels of the other party; in a table also without the word for it. */
export const formNamesOfParty: readonly ColumnName[] = named([
  ['name', 'Name', 'الاسم'],
  ['party_name', 'Legal name', 'الاسم القانوني'],
  ['party_tax_scheme.company_id', 'TRN', 'رقم التسجيل الضريبي'],
  ['postal_address.street_name', 'Street', 'الشارع'],
  ['postal_address.city_name', 'City', 'المدينة'],
  ['postal_address.country_subentity', 'Emirate', 'الإمارة'],
  ['postal_address.country_subentity', 'Region', 'المنطقة'],
  ['postal_address.country_code', 'Country', 'الدولة'],
  ['postal_address.country', 'Name of the country', 'اسم الدولة'],
  ['company_id', 'Trade licence number', 'رقم الرخصة التجارية'],
  ['authority_name', 'Licensing authority', 'جهة الترخيص'],
  ['email', 'E-mail', 'البريد الإلكتروني'],
  ['telephone', 'Telephone', 'الهاتف'],
  ['telephone', 'Phone', 'رقم الهاتف'],
  ['endpoint_id', 'Electronic address (Peppol)', 'العنوان الإلكتروني على الشبكة'],
  ['endpoint_scheme_id', 'Scheme of the electronic address', 'نظام ترميز العنوان الإلكتروني'],
  ['tin', 'TIN', 'رقم التعريف الضريبي'],
  ['scheme_agency_id', 'Kind of registration', 'نوع التسجيل'],
  ['passport_issuing_country_code', 'Country of the passport', 'دولة إصدار الجواز'],
  ['postal_address.additional_street_name', 'Second line of the street', 'سطر ثانٍ للشارع'],
  ['postal_address.address_line', 'Further address line', 'سطر عنوان إضافي'],
  ['postal_address.postal_zone', 'Postal code', 'الرمز البريدي'],
  ['contact_name', 'Contact person', 'شخص الاتصال'],
  ['party_name_in_local_language', 'Name in the local language', 'الاسم باللغة المحلية'],
  ['company_legal_form', 'Legal form', 'الشكل القانوني'],
  ['party_identification_id', 'Further id', 'معرّف إضافي'],
  ['party_identification_scheme_id', 'Scheme of the further id', 'نظام ترميز المعرّف الإضافي'],
  ['logo_url', 'Address of a logo', 'عنوان شعار'],
  ['profile_id', 'Its business profile here', 'بيانات منشأته لدينا'],
])

/** A document has one of these members. */
export const formNamesOfType = named([
  ['invoice_type_code', 'Type of the document', 'نوع المستند'],
  ['credit_note_type_code', 'Type of the document', 'نوع المستند'],
])

/** What people call the parties. */
export const partyWords = {
  accounting_supplier_party: [
    ['Supplier', 'المورّد'],
    ['Vendor', 'البائع'],
    ['Seller', 'المورّد'],
  ],
  accounting_customer_party: [
    ['Customer', 'العميل'],
    ['Client', 'الزبون'],
    ['Buyer', 'المشتري'],
  ],
} as const satisfies Readonly<Record<string, readonly Words[]>>

const ofAddress: readonly Row[] = [
  ['street_name', 'Street', 'الشارع'],
  ['additional_street_name', 'Second line of the street', 'سطر ثانٍ للشارع'],
  ['address_line', 'Further address line', 'سطر عنوان إضافي'],
  ['city_name', 'City', 'المدينة'],
  ['postal_zone', 'Postal code', 'الرمز البريدي'],
  ['country_subentity', 'Emirate code or region', 'رمز الإمارة أو المنطقة'],
  ['country', 'Name of the country', 'اسم الدولة'],
  ['country_code', 'Country code', 'رمز الدولة'],
]

const addresses: readonly Row[] = [
  ['delivery.delivery_location.address', 'Place of delivery', 'مكان التسليم'],
  ['payment_means[0].payee_financial_account.address', 'Address of the bank', 'عنوان المصرف'],
  ['payee_party.financial_account.address', 'Address of the payee bank', 'عنوان مصرف المستفيد'],
  ['tax_representative_party.postal_address', 'Tax representative', 'الممثل الضريبي'],
]

const ofAmount: readonly Row[] = [
  ['amount', 'Amount without VAT', 'المبلغ دون الضريبة'],
  ['reason', 'Reason', 'السبب'],
  ['reason_code', 'Code of the reason', 'رمز السبب'],
  ['multiplier_factor_numeric', 'Percentage', 'النسبة المئوية'],
  ['base_amount', 'Percentage of this amount', 'النسبة من هذا المبلغ'],
  ['tax_category.id', 'VAT category', 'فئة الضريبة'],
  ['tax_category.percent', 'VAT rate in percent', 'نسبة الضريبة المئوية'],
  ['tax_category.tax_exemption_reason_code', 'Reason for the exemption', 'سبب الإعفاء'],
]

const ofPayee: readonly Row[] = [
  ['party_name', 'Payee', 'المستفيد'],
  ['party_identification.id', 'Id of the payee', 'معرّف المستفيد'],
  ['party_identification.scheme_id', 'Scheme of the id', 'نظام ترميز المعرّف'],
  ['financial_account.id', 'Account of the payee (IBAN)', 'حساب المستفيد'],
  ['financial_account.name', 'Name of the account', 'اسم الحساب'],
  ['financial_account.financial_institution_branch_id', 'Bank or branch (BIC)', 'المصرف أو فرعه'],
]

const ofRepresentative: readonly Row[] = [
  ['party_name', 'Tax representative', 'الممثل الضريبي'],
  ['party_tax_scheme.company_id', 'TRN of the tax representative', 'رقم التسجيل الضريبي للممثل'],
  ['party_identification.id', 'Id of the tax representative', 'معرّف الممثل الضريبي'],
]

const ofReference: readonly Row[] = [
  ['id', 'Number of the invoice', 'رقم الفاتورة'],
  ['issue_date', 'Its issue date', 'تاريخ إصدارها'],
]

const ofProperty: readonly Row[] = [
  ['name', 'Name of the property', 'اسم الخاصية'],
  ['value', 'Its value', 'قيمتها'],
]

const ofOtherItem: readonly Row[] = [
  ['id', 'Item number', 'رقم الصنف'],
  ['scheme_id', 'Its scheme', 'نظام ترميزه'],
  ['scheme_version_id', 'Version of the scheme', 'إصدار نظام الترميز'],
]

export const formNames: readonly ColumnName[] = [
  ...named(ofDocument),
  ...named(ofLine),
  ...addresses.flatMap((address) => within(address, ofAddress)),
  ...within(['payee_party', 'Another payee', 'مستفيد آخر'], ofPayee),
  ...within(['tax_representative_party', 'Tax representative', 'الممثل الضريبي'], ofRepresentative),
  ...ofEntries(['allowances', 'Discount', 'الخصم'], ofAmount),
  ...ofEntries(['charges', 'Charge', 'الرسم'], ofAmount),
  ...ofEntries(['line.allowances', 'Line: Discount', 'البند: الخصم'], ofAmount),
  ...ofEntries(['line.charges', 'Line: Charge', 'البند: الرسم'], ofAmount),
  ...ofEntries(['billing_reference', 'Earlier invoice', 'الفاتورة السابقة'], ofReference),
  ...ofEntries(['line.additional_item_property', 'Line: Property', 'البند: الخاصية'], ofProperty),
  ...ofEntries(
    ['line.additional_item_identification', 'Line: Other item number', 'البند: رقم الصنف الآخر'],
    ofOtherItem,
  ),
]

function named(rows: readonly Row[]): readonly ColumnName[] {
  return rows.map(([path, en, ar]) => ({ path, en, ar }))
}

function within([path, english, arabic]: Row, members: readonly Row[]): readonly ColumnName[] {
  return members.map(([member, en, ar]) => ({
    path: `${path}.${member}`,
    en: `${english}: ${en}`,
    ar: `${arabic}: ${ar}`,
  }))
}

/** `Discount 2: Reason`: the form counts entries from 1. */
function ofEntries([list, en, ar]: Row, members: readonly Row[]): readonly ColumnName[] {
  return Array.from({ length: 10 }, (_, at) =>
    within([`${list}[${at}]`, `${en} ${at + 1}`, `${ar} ${at + 1}`], members),
  ).flat()
}
