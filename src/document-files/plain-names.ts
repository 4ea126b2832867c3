/**
 * The plain name of each column that a form of the console also has a field for, in both languages.
 * Names of columns are unique.
 */
export interface ColumnName {
  readonly path: string
  readonly en: string
  readonly ar: string
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
  reason: ['Credit explanation', 'توضيح سبب الإشعار'],
  'expected_totals.payable_amount': ['Expected amount due', 'المبلغ المستحق المتوقع'],
  'expected_totals.tax_amount': ['Expected VAT amount', 'مبلغ الضريبة المتوقع'],
  'delivery.actual_delivery_date': ['Supply date', 'تاريخ التوريد'],
  'invoice_period.start_date': ['Period start', 'بداية الفترة'],
  'invoice_period.end_date': ['Period end', 'نهاية الفترة'],
  'invoice_period.description': ['Period description', 'وصف الفترة'],
  'order_reference.issue_date': ['Purchase order date', 'تاريخ أمر الشراء'],
  'order_reference.sales_order_id': ['Sales order', 'أمر البيع'],
  'contract_document_reference.issue_date': ['Contract date', 'تاريخ العقد'],
  'project_reference.id': ['Project number', 'رقم المشروع'],
  'project_reference.name': ['Project name', 'اسم المشروع'],
  'despatch_document_reference.id': ['Delivery note', 'إشعار التسليم'],
  'despatch_document_reference.issue_date': ['Delivery note date', 'تاريخ إشعار التسليم'],
  'receipt_document_reference.id': ['Goods receipt', 'إشعار استلام السلع'],
  'receipt_document_reference.issue_date': ['Goods receipt date', 'تاريخ إشعار استلام السلع'],
  'statement_document_reference.id': ['Statement', 'كشف الحساب'],
  'statement_document_reference.issue_date': ['Statement date', 'تاريخ كشف الحساب'],
  'originator_document_reference.id': ['Tender or lot', 'المناقصة أو الحصة'],
  'originator_document_reference.issue_date': ['Tender date', 'تاريخ المناقصة'],
  issue_time: ['Issue time', 'وقت الإصدار'],
  document_source: ['Source system', 'النظام المصدر'],
  'delivery.delivery_time': ['Delivery time', 'وقت التسليم'],
  'delivery.party_name': ['Receiver of the goods', 'مستلم السلع'],
  'delivery.party_id': ['Receiver id', 'معرّف المستلم'],
  'delivery.terms': ['Delivery terms', 'شروط التسليم'],
  'delivery.delivery_location.id': ['Delivery place id', 'معرّف مكان التسليم'],
  'buyer_customer_party.id': ['Beneficiary id', 'معرّف المستفيد في المنطقة الحرة'],
  'seller_supplier_party.id': ['Principal TRN', 'رقم التسجيل الضريبي للأصيل'],
  prepaid_amount: ['Prepaid amount', 'المبلغ المدفوع مسبقًا'],
  payable_rounding_amount: ['Rounding', 'التقريب'],
  'payment_means[0].payee_financial_account.financial_institution_branch_id': ['Bank branch', 'المصرف أو فرعه'],
  'payment_means[0].id': ['Payment means id', 'معرّف وسيلة الدفع'],
  'payment_means[0].card_account.primary_account_number_id': ['Card number', 'رقم البطاقة'],
  'payment_means[0].card_account.network_id': ['Card network', 'شبكة البطاقة'],
  'payment_means[0].card_account.holder_name': ['Card holder', 'حامل البطاقة'],
  'payment_means[0].payment_mandate.id': ['Direct debit mandate', 'تفويض الخصم المباشر'],
  'payment_means[0].payment_mandate.payer_financial_account_id': ['Debited account', 'الحساب المخصوم منه'],
  'payment_terms.due_date': ['Payment terms due date', 'تاريخ الاستحقاق في الشروط'],
  'payment_terms.installment_due_date': ['Instalment due date', 'تاريخ استحقاق القسط'],
  'payment_terms.amount': ['Instalment amount', 'مبلغ القسط'],
  'payment_terms.payment_means_id': ['Payment means id of the terms', 'معرّف وسيلة الدفع في الشروط'],
  'payee_party.party_name': ['Payee', 'المستفيد'],
  'payee_party.party_identification.id': ['Payee id', 'معرّف المستفيد'],
  'payee_party.party_identification.scheme_id': ['Payee id scheme', 'نظام معرّف المستفيد'],
  'payee_party.financial_account.id': ['Payee IBAN', 'رقم الحساب الدولي للمستفيد'],
  'payee_party.financial_account.name': ['Payee account name', 'اسم صاحب حساب المستفيد'],
  'payee_party.financial_account.financial_institution_branch_id': ['Payee bank branch', 'فرع مصرف المستفيد'],
  'tax_representative_party.party_name': ['Tax representative', 'الممثل الضريبي'],
  'tax_representative_party.party_tax_scheme.company_id': ['Tax representative TRN', 'رقم التسجيل الضريبي للممثل'],
  'tax_representative_party.party_identification.id': ['Tax representative id', 'معرّف الممثل الضريبي'],
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
  'postal_address.address_line': ['further address line', 'سطر العنوان الإضافي لـ'],
  passport_issuing_country_code: ['passport country', 'دولة جواز'],
  party_name_in_local_language: ['local name', 'الاسم المحلي لـ'],
  company_legal_form: ['legal form', 'الشكل القانوني لـ'],
  party_identification_id: ['further id', 'المعرّف الإضافي لـ'],
  party_identification_scheme_id: ['further id scheme', 'نظام المعرّف الإضافي لـ'],
  logo_url: ['logo address', 'عنوان شعار'],
  profile_id: ['business profile', 'بيانات منشأة'],
}

const ofParties = within(parties, ofParty)

const places: Readonly<Record<string, Words>> = {
  'delivery.delivery_location.address': ['Delivery', 'التسليم'],
  'payment_means[0].payee_financial_account.address': ['Bank', 'المصرف'],
  'payee_party.financial_account.address': ['Payee bank', 'مصرف المستفيد'],
  'tax_representative_party.postal_address': ['Tax representative', 'الممثل الضريبي'],
}

/** `Delivery street`, `شارع التسليم`. */
const ofPlace: Readonly<Record<string, Words>> = {
  street_name: ['street', 'شارع'],
  additional_street_name: ['second address line', 'سطر العنوان الثاني لـ'],
  address_line: ['further address line', 'سطر العنوان الإضافي لـ'],
  city_name: ['city', 'مدينة'],
  postal_zone: ['postcode', 'الرمز البريدي لـ'],
  country_subentity: ['emirate', 'إمارة'],
  country: ['country', 'دولة'],
  country_code: ['country code', 'رمز دولة'],
}

const amounts: Readonly<Record<string, Words>> = {
  'allowances[0]': ['Discount', 'خصم المستند'],
  'charges[0]': ['Charge', 'رسم المستند'],
  'line.allowances[0]': ['Line discount', 'خصم البند'],
  'line.charges[0]': ['Line charge', 'رسم البند'],
}

/** `Line discount reason`, `سبب خصم البند`. */
const ofAmount: Readonly<Record<string, Words>> = {
  amount: ['', ''],
  reason: ['reason', 'سبب'],
  reason_code: ['reason code', 'رمز سبب'],
  multiplier_factor_numeric: ['percentage', 'نسبة'],
  base_amount: ['base amount', 'أساس'],
  'tax_category.id': ['VAT category', 'فئة الضريبة لـ'],
  'tax_category.percent': ['VAT rate', 'نسبة الضريبة لـ'],
  'tax_category.tax_exemption_reason_code': ['exemption reason', 'سبب إعفاء'],
}

/** The members of each object, named by both. */
function within(
  objects: Readonly<Record<string, Words>>,
  members: Readonly<Record<string, Words>>,
): readonly ColumnName[] {
  return Object.entries(objects).flatMap(([object, [english, arabic]]) =>
    Object.entries(members).map(([member, [en, ar]]) => ({
      path: `${object}.${member}`,
      en: `${english} ${en}`.trim(),
      ar: joined(ar, arabic).trim(),
    })),
  )
}

/** `لـ` and `ال` become `لل`. */
function joined(word: string, owner: string): string {
  if (!word.endsWith(' لـ')) return `${word} ${owner}`
  return `${word.slice(0, -2)}${owner.startsWith('ال') ? `لل${owner.slice(2)}` : `ل${owner}`}`
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
  'line.expected_totals.net_amount': ['Expected line amount', 'مبلغ البند المتوقع'],
  'line.expected_totals.tax_amount': ['Expected line VAT amount', 'مبلغ ضريبة البند المتوقع'],
  'line.classified_tax_category.tax_exemption_reason': ['Exemption reason text', 'نص سبب الإعفاء'],
  'line.price.allowance.amount': ['Price discount', 'الخصم ضمن السعر'],
  'line.price.allowance.base_amount': ['Price before discount', 'السعر قبل الخصم'],
  'line.order_line_reference.order_reference_id': ['Line purchase order', 'أمر شراء البند'],
  'line.order_line_reference.line_id': ['Purchase order line', 'بند أمر الشراء'],
  'line.despatch_line_reference.line_id': ['Delivery note line', 'بند إشعار التسليم'],
  'line.document_reference.id': ['Line document', 'مستند البند'],
  'line.document_reference.issue_date': ['Line document date', 'تاريخ مستند البند'],
  'line.invoice_period.start_date': ['Line period start', 'بداية فترة البند'],
  'line.invoice_period.end_date': ['Line period end', 'نهاية فترة البند'],
  'line.invoice_period.description': ['Line period description', 'وصف فترة البند'],
  'line.origin_country.identification_code': ['Country of origin', 'بلد المنشأ'],
  'line.commodity_classification.item_classification_list_version_id': ['HS edition', 'إصدار النظام المنسق'],
  'line.lot_number_id': ['Lot number', 'رقم الدفعة'],
  'line.line_object_identifier': ['Meter or asset number', 'رقم العداد أو الأصل'],
  'line.additional_item_property[0].name': ['Property name', 'اسم الخاصية'],
  'line.additional_item_property[0].value': ['Property value', 'قيمة الخاصية'],
  'line.additional_item_identification[0].scheme_version_id': ['Service code version', 'إصدار رمز الخدمة'],
})

export const columnNames: readonly ColumnName[] = [
  ...ofDocument,
  ...ofParties,
  ...ofLine,
  ...within(places, ofPlace),
  ...within(amounts, ofAmount),
]
