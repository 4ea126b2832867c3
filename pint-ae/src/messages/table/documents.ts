import type { Texts } from '../texts.ts'

/** Messages about members of a document that must fit each other. */
export const documentMessages = {
  mandatory_in_free_zone: {
    en: '{field} is mandatory when the free trade zone flag is set',
    ar: 'الحقل {field} إلزامي عند تفعيل مؤشر المنطقة الحرة',
  },
  mandatory_for_disclosed_agent: {
    en: '{field} is mandatory when the disclosed agent billing flag is set',
    ar: 'الحقل {field} إلزامي عند تفعيل مؤشر الفوترة عن طريق وكيل مفصح عنه',
  },
  mandatory_for_export: {
    en: '{field} is mandatory when the exports flag is set',
    ar: 'الحقل {field} إلزامي عند تفعيل مؤشر التصدير',
  },
  principal_is_supplier: {
    en: "{field} must differ from the supplier's own TRN when the disclosed agent billing flag is set",
    ar:
      'يجب أن تختلف قيمة الحقل {field} عن رقم التسجيل الضريبي (`TRN`) للمورد نفسه ' +
      'عند تفعيل مؤشر الفوترة عن طريق وكيل مفصح عنه',
  },
  outside_invoice_period: {
    en: '{field} must lie within the invoice period of the document',
    ar: 'يجب أن يقع الحقل {field} ضمن فترة الفوترة المذكورة في المستند',
  },
  mandatory_in_foreign_currency: {
    en: '{field} is required for non AED documents',
    ar: 'الحقل {field} إلزامي في المستندات الصادرة بعملة غير الدرهم (`AED`)',
  },
  must_be_document_currency: {
    en: '{field} must be the document currency {currency}',
    ar: 'يجب أن تكون قيمة الحقل {field} عملة المستند {currency}',
  },
  must_be_1_in_aed: {
    en: '{field} must be 1 for AED documents',
    ar: 'يجب أن تكون قيمة الحقل {field} هي 1 في المستندات الصادرة بالدرهم (`AED`)',
  },
  mandatory_unless_volume_discount: {
    en: 'Billing reference is mandatory unless the discrepancy response is VD',
    ar: 'الحقل `billing_reference` إلزامي ما لم تكن قيمة الحقل `discrepancy_response` هي `VD`',
  },
  not_for_foreign_business_unless_export: {
    en: '{field} must not be sent for businesses outside the UAE, except on exports',
    ar: 'يجب عدم إرسال الحقل {field} للمنشآت خارج دولة الإمارات، إلا في حالات التصدير',
  },
  not_for_foreign_business: {
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
  in_business_profile: {
    en: '{reason} (it comes from the business profile)',
    ar: '{reason} (مصدر هذا الحقل بيانات المنشأة)',
  },
  mandatory_with_registration_type: {
    en: '{field} is mandatory when the registration type is given',
    ar: 'الحقل {field} إلزامي عند ذكر نوع التسجيل',
  },
  mandatory_for_trade_license: {
    en: '{field} is mandatory when registration type is Trade license',
    ar: 'الحقل {field} إلزامي عندما يكون نوع التسجيل رخصة تجارية',
  },
  mandatory_for_passport: {
    en: '{field} is mandatory when registration type is Passport',
    ar: 'الحقل {field} إلزامي عندما يكون نوع التسجيل جواز سفر',
  },
  mandatory_with_scheme: {
    en: '{field} is mandatory when its scheme is given',
    ar: 'الحقل {field} إلزامي عند ذكر المخطط الخاص به',
  },
  mandatory_for_business: { en: '{field} is mandatory for businesses', ar: 'الحقل {field} إلزامي للمنشآت' },
  not_for_individual: {
    en: '{field} must not be sent for individuals',
    ar: 'يجب عدم إرسال الحقل {field} للأفراد',
  },
  mandatory_for_uae_supplier: {
    en: '{field} is mandatory for UAE suppliers',
    ar: 'الحقل {field} إلزامي للموردين في دولة الإمارات',
  },
  mandatory_for_uae_customer: {
    en: '{field} is mandatory for UAE business customers',
    ar: 'الحقل {field} إلزامي للعملاء من المنشآت في دولة الإمارات',
  },
  mandatory_with_classification_code: {
    en: 'Commodity code is mandatory when item classification code is given',
    ar: 'الحقل `commodity_code` إلزامي عند ذكر الحقل `item_classification_code`',
  },
  mandatory_for_goods: { en: '{field} is mandatory for goods', ar: 'الحقل {field} إلزامي للسلع' },
  mandatory_with_list: {
    en: '{field} is mandatory when its list is given',
    ar: 'الحقل {field} إلزامي عند ذكر القائمة الخاصة به',
  },
  must_be_hs_for_goods: {
    en: '{field} must be HS for goods',
    ar: 'يجب أن تكون قيمة الحقل {field} هي `HS` للسلع',
  },
  must_be_category_of_line: {
    en: '{field} must be {category}, the tax category of the line',
    ar: 'يجب أن تكون قيمة الحقل {field} هي {category}، وهي فئة الضريبة للبند',
  },
  reason_or_code_mandatory: {
    en: 'Reason or reason code is mandatory',
    ar: 'أحد الحقلين `reason` و`reason_code` إلزامي',
  },
  mandatory_with_factor: {
    en: 'Base amount is mandatory when multiplier factor numeric is given',
    ar: 'الحقل `base_amount` إلزامي عند ذكر الحقل `multiplier_factor_numeric`',
  },
  mandatory_with_base_amount: {
    en: 'Multiplier factor numeric is mandatory when base amount is given',
    ar: 'الحقل `multiplier_factor_numeric` إلزامي عند ذكر الحقل `base_amount`',
  },
  amount_not_base_times_factor: {
    en: 'Amount must be base amount × multiplier factor numeric ÷ 100',
    ar: 'يجب أن يساوي المبلغ `amount = base_amount × multiplier_factor_numeric ÷ 100`',
  },
  amount_must_be_base_times_factor: {
    en: 'Amount must be base amount × multiplier factor numeric ÷ 100: {expected}',
    ar: 'يجب أن يساوي المبلغ `amount = base_amount × multiplier_factor_numeric ÷ 100`، أي {expected}',
  },
  base_amount_not_net_plus_discount: {
    en: 'Base amount must be net price plus discount: {expected}',
    ar: 'يجب أن تساوي قيمة الحقل `base_amount` صافي السعر مضافًا إليه الخصم: {expected}',
  },
  base_amount_below_net_price: {
    en: 'Base amount must not be less than the net price',
    ar: 'يجب ألا تقل قيمة الحقل `base_amount` عن صافي السعر',
  },
  mandatory_for_exempt: {
    en: '{field} is mandatory when the category is E',
    ar: 'الحقل {field} إلزامي عندما تكون فئة الضريبة `E`',
  },
  must_be_text_of_code: {
    en: 'Tax exemption reason must be the text of its code: {text}',
    ar: 'يجب أن تكون قيمة الحقل `tax_exemption_reason` نص الرمز المذكور: {text}',
  },
  mandatory_for_category_n: {
    en: 'Percent is mandatory when the category is N',
    ar: 'الحقل `percent` إلزامي عندما تكون فئة الضريبة `N`',
  },
  must_be_zero_for_category: {
    en: 'Percent must be absent or 0 when the category is {category}',
    ar: 'يجب ألا يُرسل الحقل `percent`، أو أن تكون قيمته 0، عندما تكون فئة الضريبة {category}',
  },
  mandatory_for_payment_means: {
    en: '{field} is mandatory when payment means code is {code}',
    ar: 'الحقل {field} إلزامي عندما يكون رمز وسيلة الدفع {code}',
  },
  payee_account_missing: {
    en: 'Payee financial account ID is mandatory when payment means code is 30',
    ar: 'الحقل `payee_financial_account.id` إلزامي عندما يكون رمز وسيلة الدفع 30',
  },
  payment_mandate_missing: {
    en: 'Payment mandate ID is mandatory when payment means code is 49',
    ar: 'الحقل `payment_mandate.id` إلزامي عندما يكون رمز وسيلة الدفع 49',
  },
  end_before_start: {
    en: '{field} must not be before {start_field}',
    ar: 'يجب ألا يسبق الحقل {field} الحقل {start_field}',
  },
  logo_too_large: { en: 'A logo has at most {max} bytes', ar: 'الحد الأقصى لحجم الشعار هو {max} بايت' },
  logo_too_many_pixels: {
    en: 'A logo has at most {max} pixels on a side',
    ar: 'الحد الأقصى لكل ضلع من أضلاع الشعار هو {max} بكسل',
  },
  logo_unreadable: {
    en: 'The file is no whole picture of type {type} in grey or RGB',
    ar: 'الملف ليس صورة كاملة من النوع {type} بتدرّج الرمادي أو بثلاثة ألوان',
  },
  content_not_of_type: { en: 'File content is not of type {type}', ar: 'محتوى الملف ليس من النوع {type}' },
  line_amount_too_large: {
    en: 'Line amount must be less than 1000000000000',
    ar: 'يجب أن يكون مبلغ البند أقل من 1000000000000',
  },
  document_amounts_too_large: {
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
  issuing_takes_too_long: {
    en: 'Issuing the document takes too much time; divide it into several',
    ar: 'يستغرق إصدار المستند وقتًا أطول من المسموح به؛ قسّمه إلى عدة مستندات',
  },
  issuing_takes_too_much_memory: {
    en: 'Issuing the document takes too much memory; divide it into several',
    ar: 'يحتاج إصدار المستند إلى ذاكرة أكبر من المسموح بها؛ قسّمه إلى عدة مستندات',
  },
  mandatory_without_auto_numbering: {
    en: 'Document number is mandatory when auto numbering is disabled',
    ar: 'الحقل `document_number` إلزامي عند إيقاف الترقيم التلقائي',
  },
  document_number_must_stay: {
    en: 'Document number must stay {number}',
    ar: 'يجب أن يبقى رقم المستند {number}',
  },
  amount_unexpected: {
    en: '{name} is {actual} {currency}, and {expected} was expected. {why}',
    ar: '{name}: {actual} {currency}، والمتوقع {expected}. {why}',
  },
  line_count_unexpected: {
    en: 'The document has {actual} lines, and {expected} were expected',
    ar: 'عدد بنود المستند {actual}، والمتوقع {expected}',
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
