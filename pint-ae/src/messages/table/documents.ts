import type { Texts } from '../texts.ts'

/** Messages about members of a document that must fit each other. */
export const documentMessages = {
  mandatory_free_zone: {
    en: '{field} is mandatory when the free trade zone flag is set',
    ar: 'الحقل {field} إلزامي عند تفعيل مؤشر المنطقة الحرة',
  },
  mandatory_disclosed_agent: {
    en: '{field} is mandatory when the disclosed agent billing flag is set',
    ar: 'الحقل {field} إلزامي عند تفعيل مؤشر الفوترة عن طريق وكيل مفصح عنه',
  },
  mandatory_export: {
    en: '{field} is mandatory when the exports flag is set',
    ar: 'الحقل {field} إلزامي عند تفعيل مؤشر التصدير',
  },
  principal_is_supplier: {
    en: "{field} must differ from the supplier's own TRN when the disclosed agent billing flag is set",
    ar:
      'يجب أن تختلف قيمة الحقل {field} عن رقم التسجيل الضريبي (`TRN`) للمورد نفسه ' +
      'عند تفعيل مؤشر الفوترة عن طريق وكيل مفصح عنه',
  },
  line_period_outside: {
    en: '{field} must lie within the invoice period of the document',
    ar: 'يجب أن يقع الحقل {field} ضمن فترة الفوترة المذكورة في المستند',
  },
  required_foreign_currency: {
    en: '{field} is required for non AED documents',
    ar: 'الحقل {field} إلزامي في المستندات الصادرة بعملة غير الدرهم (`AED`)',
  },
  source_currency: {
    en: '{field} must be the document currency {currency}',
    ar: 'يجب أن تكون قيمة الحقل {field} عملة المستند {currency}',
  },
  rate_of_dirham: {
    en: '{field} must be 1 for AED documents',
    ar: 'يجب أن تكون قيمة الحقل {field} هي 1 في المستندات الصادرة بالدرهم (`AED`)',
  },
  billing_reference_missing: {
    en: 'Billing reference is mandatory unless the discrepancy response is VD',
    ar: 'الحقل `billing_reference` إلزامي ما لم تكن قيمة الحقل `discrepancy_response` هي `VD`',
  },
  foreign_tax_scheme_unless_export: {
    en: '{field} must not be sent for businesses outside the UAE, except on exports',
    ar: 'يجب عدم إرسال الحقل {field} للمنشآت خارج دولة الإمارات، إلا في حالات التصدير',
  },
  foreign_not_sent: {
    en: '{field} must not be sent for businesses outside the UAE',
    ar: 'يجب عدم إرسال الحقل {field} للمنشآت خارج دولة الإمارات',
  },
  supplier_is_buyer: {
    en: 'Accounting supplier party must differ from the buyer',
    ar: 'يجب أن يختلف المورد (`accounting_supplier_party`) عن المشتري',
  },
  customer_is_supplier: {
    en: 'Accounting customer party must differ from the supplier',
    ar: 'يجب أن يختلف المشتري (`accounting_customer_party`) عن المورد',
  },
  from_profile: {
    en: '{message} (it comes from the business profile)',
    ar: '{message} (مصدر هذا الحقل ملف الأعمال)',
  },
  company_id_missing: {
    en: '{field} is mandatory when the registration type is given',
    ar: 'الحقل {field} إلزامي عند ذكر نوع التسجيل',
  },
  authority_missing: {
    en: '{field} is mandatory when registration type is Trade license',
    ar: 'الحقل {field} إلزامي عندما يكون نوع التسجيل رخصة تجارية',
  },
  passport_country_missing: {
    en: '{field} is mandatory when registration type is Passport',
    ar: 'الحقل {field} إلزامي عندما يكون نوع التسجيل جواز سفر',
  },
  scheme_without_id: {
    en: '{field} is mandatory when its scheme is given',
    ar: 'الحقل {field} إلزامي عند ذكر المخطط الخاص به',
  },
  mandatory_business: { en: '{field} is mandatory for businesses', ar: 'الحقل {field} إلزامي للمنشآت' },
  not_for_individuals: {
    en: '{field} must not be sent for individuals',
    ar: 'يجب عدم إرسال الحقل {field} للأفراد',
  },
  mandatory_uae_supplier: {
    en: '{field} is mandatory for UAE suppliers',
    ar: 'الحقل {field} إلزامي للموردين في دولة الإمارات',
  },
  mandatory_uae_customer: {
    en: '{field} is mandatory for UAE business customers',
    ar: 'الحقل {field} إلزامي للعملاء من المنشآت في دولة الإمارات',
  },
  commodity_code_missing: {
    en: 'Commodity code is mandatory when item classification code is given',
    ar: 'الحقل `commodity_code` إلزامي عند ذكر الحقل `item_classification_code`',
  },
  mandatory_goods: { en: '{field} is mandatory for goods', ar: 'الحقل {field} إلزامي للسلع' },
  list_without_code: {
    en: '{field} is mandatory when its list is given',
    ar: 'الحقل {field} إلزامي عند ذكر القائمة الخاصة به',
  },
  goods_list: {
    en: '{field} must be HS for goods',
    ar: 'يجب أن تكون قيمة الحقل {field} هي `HS` للسلع',
  },
  charge_category: {
    en: '{field} must be {category}, the tax category of the line',
    ar: 'يجب أن تكون قيمة الحقل {field} هي {category}، وهي فئة الضريبة للبند',
  },
  reason_missing: {
    en: 'Reason or reason code is mandatory',
    ar: 'أحد الحقلين `reason` و`reason_code` إلزامي',
  },
  base_amount_missing: {
    en: 'Base amount is mandatory when multiplier factor numeric is given',
    ar: 'الحقل `base_amount` إلزامي عند ذكر الحقل `multiplier_factor_numeric`',
  },
  multiplier_missing: {
    en: 'Multiplier factor numeric is mandatory when base amount is given',
    ar: 'الحقل `multiplier_factor_numeric` إلزامي عند ذكر الحقل `base_amount`',
  },
  not_the_share: {
    en: 'Amount must be base amount × multiplier factor numeric ÷ 100',
    ar: 'يجب أن يساوي المبلغ `amount = base_amount × multiplier_factor_numeric ÷ 100`',
  },
  not_the_share_of: {
    en: 'Amount must be base amount × multiplier factor numeric ÷ 100: {expected}',
    ar: 'يجب أن يساوي المبلغ `amount = base_amount × multiplier_factor_numeric ÷ 100`، أي {expected}',
  },
  gross_price: {
    en: 'Base amount must be net price plus discount: {expected}',
    ar: 'يجب أن تساوي قيمة الحقل `base_amount` صافي السعر مضافًا إليه الخصم: {expected}',
  },
  gross_below_net: {
    en: 'Base amount must not be less than the net price',
    ar: 'يجب ألا تقل قيمة الحقل `base_amount` عن صافي السعر',
  },
  mandatory_exempt: {
    en: '{field} is mandatory when the category is E',
    ar: 'الحقل {field} إلزامي عندما تكون فئة الضريبة `E`',
  },
  exemption_text: {
    en: 'Tax exemption reason must be the text of its code: {text}',
    ar: 'يجب أن تكون قيمة الحقل `tax_exemption_reason` نص الرمز المذكور: {text}',
  },
  percent_missing: {
    en: 'Percent is mandatory when the category is N',
    ar: 'الحقل `percent` إلزامي عندما تكون فئة الضريبة `N`',
  },
  percent_not_zero: {
    en: 'Percent must be absent or 0 when the category is {category}',
    ar: 'يجب ألا يُرسل الحقل `percent`، أو أن تكون قيمته 0، عندما تكون فئة الضريبة {category}',
  },
  mandatory_for_means: {
    en: '{field} is mandatory when payment means code is {code}',
    ar: 'الحقل {field} إلزامي عندما يكون رمز وسيلة الدفع {code}',
  },
  account_id_missing: {
    en: 'Payee financial account ID is mandatory when payment means code is 30',
    ar: 'الحقل `payee_financial_account.id` إلزامي عندما يكون رمز وسيلة الدفع 30',
  },
  mandate_id_missing: {
    en: 'Payment mandate ID is mandatory when payment means code is 49',
    ar: 'الحقل `payment_mandate.id` إلزامي عندما يكون رمز وسيلة الدفع 49',
  },
  end_before_start: {
    en: 'End date must not be before start date',
    ar: 'يجب ألا يسبق الحقل `end_date` الحقل `start_date`',
  },
  agreement_end_before_start: {
    en: 'Valid to must not be before valid from',
    ar: 'يجب ألا يسبق الحقل `valid_to` الحقل `valid_from`',
  },
  not_of_type: { en: 'File content is not of type {type}', ar: 'محتوى الملف ليس من النوع {type}' },
  line_amount_too_large: {
    en: 'Line amount must be less than 1000000000000',
    ar: 'يجب أن يكون مبلغ البند أقل من 1000000000000',
  },
  amounts_too_large: {
    en: 'Document amounts must be less than 1000000000000',
    ar: 'يجب أن تكون مبالغ المستند أقل من 1000000000000',
  },
  rulebook_id_unknown: {
    en: 'No rule book judges {header} {id}; known: {known}',
    ar: 'لا توجد مجموعة قواعد للعنصر {header} بالقيمة {id}؛ القيم المعروفة: {known}',
  },
  rulebook_id_missing: {
    en: '{header} is missing, so no rule book can be chosen; known: {known}',
    ar: 'العنصر {header} غير موجود، فلا يمكن اختيار مجموعة القواعد؛ القيم المعروفة: {known}',
  },
  rulebook_root_unknown: {
    en: 'The rule books for {id} judge {known} of UBL 2, not {root} in this namespace',
    ar: 'مجموعات القواعد للمعرّف {id} خاصة بالعناصر {known} من `UBL 2`، وليس {root} في هذا النطاق',
  },
  takes_too_long: {
    en: 'Issuing the document takes too much time; divide it into several',
    ar: 'يستغرق إصدار المستند وقتًا أطول من المسموح به؛ قسّمه إلى عدة مستندات',
  },
  takes_too_much_memory: {
    en: 'Issuing the document takes too much memory; divide it into several',
    ar: 'يحتاج إصدار المستند إلى ذاكرة أكبر من المسموح بها؛ قسّمه إلى عدة مستندات',
  },
  number_missing: {
    en: 'Document number is mandatory when auto numbering is disabled',
    ar: 'الحقل `document_number` إلزامي عند إيقاف الترقيم التلقائي',
  },
  number_must_stay: {
    en: 'Document number must stay {number}',
    ar: 'يجب أن يبقى رقم المستند {number}',
  },
  number_taken_by: {
    en: 'Document number {number} is taken by {kind} {id}',
    ar: 'رقم المستند {number} مستخدم في {kind} بالمعرّف {id}',
  },
  pending_not_resubmittable: {
    en: 'document status is still pending state you cannot resubmit',
    ar: 'لا يمكن إعادة إرسال المستند لأن حالته لا تزال قيد المعالجة',
  },
  failed_not_creditable: {
    en: 'document status is VALIDATION_FAILED: it was never sent, correct it instead of crediting it',
    ar: 'حالة المستند `VALIDATION_FAILED`، فلم يُرسل قط: صحّحه بدلًا من إصدار إشعار دائن عنه',
  },
  unexpected_amount: {
    en: '{name} is {actual} {currency}, and {wanted} was expected. {why}',
    ar: '{name}: {actual} {currency}، والمتوقع {wanted}. {why}',
  },
  unexpected_lines: {
    en: 'The document has {actual} lines, and {wanted} were expected',
    ar: 'عدد بنود المستند {actual}، والمتوقع {wanted}',
  },
  payable_amount: { en: 'Payable amount', ar: 'المبلغ المستحق الدفع' },
  vat: { en: 'VAT', ar: 'ضريبة القيمة المضافة' },
  net_amount_of_line: { en: 'Net amount of line {line}', ar: 'صافي مبلغ البند {line}' },
  vat_of_line: { en: 'VAT of line {line}', ar: 'ضريبة القيمة المضافة للبند {line}' },
  why_payable: {
    en: 'It is {without} without VAT + {vat} VAT − {prepaid} prepaid + {rounding} rounding',
    ar: 'وهو حاصل: {without} قبل الضريبة + {vat} ضريبة القيمة المضافة − {prepaid} مدفوع مقدمًا + {rounding} تقريب',
  },
  why_net: {
    en: 'It is quantity × price ÷ base quantity, plus charges, minus allowances',
    ar: 'وهو الكمية × السعر ÷ الكمية الأساسية، مضافًا إليه الرسوم الإضافية ومطروحًا منه الخصومات',
  },
  why_line_vat: {
    en: 'It is the net amount {net} × the rate of the line, rounded to two decimals',
    ar: 'وهي صافي المبلغ {net} × نسبة الضريبة على البند، مقرّبة إلى منزلتين عشريتين',
  },
  why_vat: {
    en: 'VAT is computed and rounded once for each VAT category, never for each line: {groups}',
    ar: 'تُحسب ضريبة القيمة المضافة وتُقرَّب مرة واحدة لكل فئة ضريبية، لا لكل بند: {groups}',
  },
  vat_of_group: { en: '{group}: {tax} on {taxable}', ar: '{group}: {tax} على {taxable}' },
} as const satisfies Readonly<Record<string, Texts>>
