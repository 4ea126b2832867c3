import type { FieldTable } from './field-words.ts'

/** What the service adds to a document: figures, findings, statuses. And agreements. */
export const answerFields: FieldTable = {
  everywhere: {
    line_extension_amount: {
      en: 'Sum of the net amounts of the lines, in the document currency',
      ar: 'مجموع المبالغ الصافية للبنود بعملة المستند',
      example: 381,
    },
    allowance_total_amount: {
      en: 'Sum of the allowances of the document, without those of lines',
      ar: 'مجموع خصومات المستند دون خصومات البنود',
      example: 7,
    },
    charge_total_amount: {
      en: 'Sum of the charges of the document, without those of lines',
      ar: 'مجموع رسوم المستند دون رسوم البنود',
      example: 8,
    },
    tax_exclusive_amount: {
      en: 'Total without VAT: lines plus charges less allowances',
      ar: 'الإجمالي دون الضريبة: البنود مع الرسوم وناقصًا الخصومات',
      example: 382,
    },
    tax_amount: {
      en: 'VAT of the document: the sum of its breakdown, in the document currency',
      ar: 'ضريبة القيمة المضافة للمستند: مجموع تفصيلها بعملة المستند',
      example: 10.4,
    },
    tax_amount_in_aed: { en: 'VAT of the document in AED', ar: 'ضريبة القيمة المضافة للمستند بالدرهم', example: 38.19 },
    tax_inclusive_amount: {
      en: 'Total with VAT, in the document currency',
      ar: 'الإجمالي شامل الضريبة بعملة المستند',
      example: 392.4,
    },
    payable_amount: {
      en: 'Amount to pay: total with VAT, less what was prepaid, plus the rounding',
      ar: 'المبلغ المستحق: الإجمالي شامل الضريبة ناقصًا المدفوع مسبقًا مع التقريب',
      example: 387.46,
    },
    payable_amount_in_aed: { en: 'Amount to pay, in AED', ar: 'المبلغ المستحق بالدرهم', example: 1422.95 },
    total_item_allowances: { en: 'Sum of the allowances of the lines', ar: 'مجموع خصومات البنود', example: 3 },
    total_item_charges: { en: 'Sum of the charges of the lines', ar: 'مجموع رسوم البنود', example: 4 },
    total_taxable_amount: {
      en: 'Amount without VAT under the categories S, Z, AE and N',
      ar: 'المبلغ دون الضريبة للفئات S وZ وAE وN',
      example: 208,
    },
    total_non_taxable_amount: {
      en: 'Amount without VAT under the categories E and O',
      ar: 'المبلغ دون الضريبة للفئتين E وO',
      example: 174,
    },
    tax_breakdown: { en: 'VAT by category and rate', ar: 'ضريبة القيمة المضافة حسب الفئة والنسبة' },
  },
  Totals: {
    prepaid_amount: {
      en: 'Amount that was paid before; 0 if none was sent',
      ar: 'المبلغ المدفوع مسبقًا؛ 0 إن لم يُرسل',
      example: 5,
    },
    payable_rounding_amount: {
      en: 'Rounding of the amount to pay; 0 if none was sent',
      ar: 'تقريب المبلغ المستحق؛ 0 إن لم يُرسل',
      example: 0.06,
    },
  },
  AnsweredLine: {
    base_amount: {
      en: 'Quantity × net price ÷ base quantity, rounded to 2 decimals',
      ar: 'الكمية × السعر الصافي ÷ كمية السعر، مقرّبًا إلى خانتين عشريتين',
      example: 180,
    },
    net_amount: {
      en: 'Amount of the line without VAT: base amount plus charges less allowances',
      ar: 'مبلغ البند دون الضريبة: المبلغ الأساسي مع الرسوم وناقصًا الخصومات',
      example: 181,
    },
    tax_amount: {
      en: 'VAT of the line: its net amount × percent for S, 0 for other categories',
      ar: 'ضريبة البند: مبلغه الصافي × النسبة للفئة S، و0 للفئات الأخرى',
      example: 9.05,
    },
    total_amount: { en: 'Amount of the line with VAT', ar: 'مبلغ البند شامل الضريبة', example: 190.05 },
    tax_amount_in_aed: {
      en: 'VAT of the line in AED; absent in a document in AED',
      ar: 'ضريبة البند بالدرهم؛ لا تظهر في مستند بالدرهم',
      example: 33.24,
    },
    total_amount_in_aed: {
      en: 'Amount of the line with VAT in AED; absent in a document in AED',
      ar: 'مبلغ البند شامل الضريبة بالدرهم؛ لا يظهر في مستند بالدرهم',
      example: 697.96,
    },
  },
  TaxBreakdown: {
    tax_category_code: { en: 'VAT category of the group', ar: 'فئة الضريبة للمجموعة' },
    tax_percentage: {
      en: 'Rate of the group in percent; absent for E and O',
      ar: 'نسبة المجموعة المئوية؛ لا تظهر للفئتين E وO',
      example: 5,
    },
    taxable_amount: {
      en: 'Amount without VAT of lines, charges and allowances in the group',
      ar: 'المبلغ دون الضريبة للبنود والرسوم والخصومات في المجموعة',
      example: 208,
    },
    tax_amount: {
      en: 'VAT of the group: rate × taxable amount for S, 0 for other categories',
      ar: 'ضريبة المجموعة: النسبة × المبلغ الخاضع للفئة S، و0 للفئات الأخرى',
      example: 10.4,
    },
    tax_exemption_reason_code: {
      en: 'Why the group is exempt, from the UAE list',
      ar: 'سبب إعفاء المجموعة من القائمة الإماراتية',
      example: 'DL8.46.3',
    },
    tax_exemption_reason: { en: "Name of the reason's code", ar: 'نص رمز السبب', example: 'Bare land' },
  },
  ExpectedTotals: {
    payable_amount: {
      en: 'Amount to pay that you expect, in the document currency, at most 2 decimals',
      ar: 'المبلغ المستحق الذي تتوقعه بعملة المستند وبخانتين عشريتين على الأكثر',
      example: 387.46,
    },
    tax_amount: {
      en: 'VAT of the document that you expect, at most 2 decimals',
      ar: 'ضريبة المستند التي تتوقعها، بخانتين عشريتين على الأكثر',
      example: 10.4,
    },
    lines: { en: 'One entry for each line, in the order of the lines', ar: 'مدخل لكل بند بترتيب البنود' },
  },
  ExpectedLine: {
    net_amount: {
      en: 'Amount of the line without VAT that you expect, at most 2 decimals',
      ar: 'مبلغ البند دون الضريبة الذي تتوقعه، بخانتين عشريتين على الأكثر',
      example: 181,
    },
    tax_amount: {
      en: 'VAT of the line that you expect, at most 2 decimals',
      ar: 'ضريبة البند التي تتوقعها، بخانتين عشريتين على الأكثر',
      example: 9.05,
    },
  },
  JudgedBy: {
    rule_set: { en: 'Name of the rules', ar: 'اسم مجموعة القواعد', example: 'PINT AE Self-Billing' },
    version: {
      en: "Version of the rules; absent where the operator's own rule files apply",
      ar: 'إصدار القواعد؛ لا يظهر إذا طُبّقت ملفات قواعد خاصة بالمشغّل',
      example: '1.0.4',
    },
    tax_data_version: {
      en: 'Version of the rules of the report to the tax authority',
      ar: 'إصدار قواعد التقرير الضريبي',
      example: '1.0.4',
    },
    additional_rules: {
      en: 'Whether our own rules applied too, those whose findings are not `official`',
      ar: 'هل طُبّقت قواعدنا أيضًا، وهي التي لا تكون ملاحظاتها `official`',
    },
    digest: {
      en: 'Changes with every change of a rule: two documents with the same digest had the same rules',
      ar: 'يتغير مع كل تغيير في القواعد: مستندان لهما القيمة نفسها فُحصا بالقواعد نفسها',
      example: 'b1946ac92492d234',
    },
  },
  PatchOperation: {
    op: { en: 'Whether the value is added or replaces another', ar: 'هل تُضاف القيمة أم تحل محل غيرها' },
    path: {
      en: 'Place in the request, as a JSON Pointer',
      ar: 'الموضع في الطلب بصيغة `JSON Pointer`',
      example: '/accounting_supplier_party/postal_address/country_subentity',
    },
    value: { en: 'New text of that place', ar: 'النص الجديد في هذا الموضع', example: 'DXB' },
  },
  'ValidationResult RevisionFinding': {
    flag: {
      en: '`fatal` keeps the document from being sent; `warning` does not',
      ar: 'القيمة `fatal` تمنع إرسال المستند، أما `warning` فلا',
      example: 'fatal',
    },
    reasonCode: {
      en: 'Id of the rule that failed, as GET /api/rules lists it',
      ar: 'معرّف القاعدة غير المستوفاة كما في `GET /api/rules`',
      example: 'IBR-128-AE',
    },
    location: {
      en: 'Place in the UBL, as an XPath',
      ar: 'الموضع في `UBL` بصيغة `XPath`',
      example: '/Invoice/cac:AccountingSupplierParty/cac:Party/cac:PostalAddress',
    },
    field: {
      en: 'Member of the request that must change; null if no member is at fault',
      ar: 'الحقل في الطلب الذي سبّب المخالفة؛ `null` إن لم يوجد',
      example: 'accounting_supplier_party.postal_address.country_subentity',
    },
  },
  ValidationResult: {
    text: {
      en: 'What the rule demands, in the language of the answer',
      ar: 'ما تتطلبه القاعدة بلغة الرد',
      example: 'A UAE address must use an emirate code',
    },
    test: {
      en: 'Condition that failed, as an XPath',
      ar: 'الشرط غير المستوفى بصيغة `XPath`',
      example: "cbc:CountrySubentity = 'DXB'",
    },
    value: {
      en: 'Text that was found in that member, at most 200 characters; null if no text was found',
      ar: 'النص الموجود في الحقل، 200 حرف على الأكثر؛ `null` إن لم يوجد',
      example: 'Dubai',
    },
    fix: {
      en: 'The one sure repair, as a JSON Patch (RFC 6902) against the request; null if there are several, or no sure one',
      ar: 'التصحيح المؤكد الوحيد بصيغة `JSON Patch` (RFC 6902) للطلب؛ `null` إن لم يوجد',
    },
    official: {
      en: 'False for our own rules, which close gaps of the official set',
      ar: 'القيمة `false` لقواعدنا التي تسد ثغرات القواعد الرسمية',
    },
  },
  PeppolStatus: {
    overall_status: {
      en: 'Status of the document: rejected by one receiver is rejected, approved by all is approved',
      ar: 'حالة المستند: رفض جهة واحدة يعني الرفض، واعتماد الجميع يعني الاعتماد',
    },
    participant_status: {
      en: "Answer of the other party's access point (C3); null until there is one",
      ar: 'رد نقطة وصول الطرف الآخر (C3)؛ `null` قبل وصوله',
    },
    fta_status: {
      en: 'Answer of the tax authority (C5); null until there is one',
      ar: 'رد الهيئة الاتحادية للضرائب (C5)؛ `null` قبل وصوله',
    },
    validation_results: {
      en: 'Rules that failed; empty when all passed',
      ar: 'القواعد غير المستوفاة؛ فارغة إن استوفيت كلها',
    },
  },
  'LegalHold LegalHoldRequest': {
    reason: {
      en: 'Why nothing may be deleted, such as the number of a dispute',
      ar: 'سبب تعليق الإتلاف، مثل رقم نزاع',
      example: 'Dispute 2026/17',
    },
  },
  LegalHold: {
    held_by: {
      en: 'Who set it: a name, or the id of an account',
      ar: 'من علّق الإتلاف: اسم أو معرّف حساب',
      example: 'Amal Haddad',
    },
    held_since: {
      en: 'When it was set, RFC 3339',
      ar: 'وقت تعليق الإتلاف بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
  },
  MetaInfo: {
    peppol_status: {
      en: 'Status on the network; null when the document is not sent',
      ar: 'الحالة على الشبكة؛ `null` إن لم يُرسل المستند',
    },
    legal_hold: {
      en: 'Legal hold of this document; absent without one',
      ar: 'تعليق إتلاف هذا المستند؛ لا يظهر إن لم يوجد',
    },
    content_removed_at: {
      en: 'Only in lists: when the content was removed after its retention, RFC 3339',
      ar: 'في القوائم فقط: وقت إزالة المحتوى بعد مدة حفظه بصيغة `RFC 3339`',
      example: '2030-01-01T00:00:00.000Z',
    },
  },
  'AgreementRequest Agreement': {
    agreement_number: {
      en: 'Number of the agreement, as you and the supplier wrote it',
      ar: 'رقم الاتفاقية كما كتبته أنت والمورّد',
      example: 'SBA-2026-04',
    },
    business_profile_id: {
      en: 'The buyer: one of your business profiles',
      ar: 'المشتري: أحد ملفات أعمالك',
      example: 'BP-DEMO000001',
    },
    supplier_name: {
      en: 'Name of the supplier who agreed that you issue the invoices',
      ar: 'اسم المورّد الذي وافق على أن تصدر الفواتير',
      example: 'Gulf Metals Trading LLC',
    },
    supplier_tin: {
      en: 'TIN of the supplier: ten digits, the first is 1',
      ar: 'رقم التعريف الضريبي للمورّد: عشرة أرقام أولها 1',
      example: '1002345678',
    },
    valid_from: {
      en: 'First day of the agreement, `yyyy-MM-dd`',
      ar: 'أول يوم في الاتفاقية، بالصيغة `yyyy-MM-dd`',
      example: '2026-01-01',
    },
    valid_to: {
      en: 'Last day, `yyyy-MM-dd`; absent or null while no end is agreed',
      ar: 'آخر يوم، بالصيغة `yyyy-MM-dd`؛ غائب أو `null` ما لم يُتفق على نهاية',
      example: '2026-12-31',
    },
  },
  Agreement: {
    agreement_id: {
      en: 'Id of the agreement in this API',
      ar: 'معرّف الاتفاقية في الواجهة البرمجية',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a12',
    },
  },
  AgreementEnd: {
    valid_to: {
      en: 'Last day of the agreement; today in Gulf Standard Time, if left out',
      ar: 'آخر يوم في الاتفاقية؛ اليوم بتوقيت الخليج إن لم يُرسل',
      example: '2026-12-31',
    },
  },
}
