import type { FieldTable } from './field-words.ts'

/** The root of a document, and the small objects that hang on it. */
export const documentFields: FieldTable = {
  everywhere: {
    document_number: {
      en: 'Number that the document shows, unique in its organisation and family',
      ar: 'الرقم الظاهر على المستند، ولا يتكرر داخل المنشأة والعائلة الواحدة',
      example: 'SB-2026-0042',
    },
    issue_date: {
      en: 'Day of issue in Gulf Standard Time, `yyyy-MM-dd`',
      ar: 'يوم الإصدار بتوقيت الخليج، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-15',
    },
    issue_time: {
      en: 'Time of issue in Gulf Standard Time, `HH:mm:ss`',
      ar: 'وقت الإصدار بتوقيت الخليج، بالصيغة `HH:mm:ss`',
      example: '10:20:30',
    },
    due_date: { en: 'Last day to pay, `yyyy-MM-dd`', ar: 'آخر يوم للدفع، بالصيغة `yyyy-MM-dd`', example: '2026-08-14' },
    invoice_type_code: {
      en: 'Type of the invoice: 389 is self-billed, 380 a sale, 480 a sale out of scope of VAT',
      ar: 'نوع الفاتورة: 389 فوترة ذاتية، و380 مبيعات، و480 مبيعات خارج نطاق الضريبة',
    },
    credit_note_type_code: {
      en: 'Type of the credit note: 261 is self-billed, 381 a sale, 81 a sale out of scope of VAT',
      ar: 'نوع الإشعار الدائن: 261 فوترة ذاتية، و381 مبيعات، و81 مبيعات خارج نطاق الضريبة',
    },
    profile_execution_id: {
      en:
        'Eight flags, each 0 or 1: free trade zone, deemed supply, profit margin, summary, continuous supply, ' +
        'disclosed agent, e-commerce, exports',
      ar:
        'ثمانية مؤشرات قيمة كل منها 0 أو 1: منطقة حرة، توريد اعتباري، هامش الربح، فاتورة إجمالية، توريد مستمر، ' +
        'وكيل معلن، تجارة إلكترونية، تصدير',
      example: '00000000',
    },
    document_currency_code: {
      en: 'Currency of all amounts, by its ISO 4217 code. Another one than AED needs `tax_exchange_rate`',
      ar: 'عملة كل المبالغ برمزها حسب `ISO 4217`. أي عملة غير الدرهم تتطلب `tax_exchange_rate`',
    },
    tax_currency_code: {
      en:
        'Currency in which VAT is reported: AED. A credit note in another currency needs it; an invoice may leave ' +
        'it out',
      ar: 'العملة التي تُقر بها الضريبة: `AED`. تلزم الإشعار الدائن الصادر بعملة أخرى، ويمكن تركها في الفاتورة',
    },
    tax_exchange_rate: {
      en: 'Rate that converts the document currency into AED. Mandatory for another currency',
      ar: 'سعر تحويل عملة المستند إلى الدرهم. إلزامي عند استخدام عملة أخرى',
    },
    document_source: {
      en: 'System that the document comes from. It is stored and answered; left out, it is `API`',
      ar: 'النظام الذي جاء منه المستند. يُحفظ ويظهر في الرد، وقيمته `API` إن لم يُرسل',
      example: 'ERP',
    },
    accounting_cost: {
      en: 'Account or cost centre where the buyer books the amount',
      ar: 'الحساب أو مركز التكلفة الذي يسجّل فيه المشتري المبلغ',
      example: '4711',
    },
    buyer_reference: {
      en: 'Reference by which the buyer routes the document inside',
      ar: 'مرجع يوجّه به المشتري المستند داخليًا',
      example: 'Plant 3',
    },
    note: {
      en: 'Free text for the reader. It must not contain a card number',
      ar: 'نص حر للقارئ. يجب ألا يتضمن رقم بطاقة دفع',
      example: 'Weighed at the gate',
    },
    invoice_period: { en: 'Period that the supplies belong to', ar: 'الفترة التي تعود إليها التوريدات' },
    order_reference: {
      en: 'Purchase order behind the document, and the sales order of the seller',
      ar: 'أمر الشراء الذي يستند إليه المستند، وأمر البيع لدى المورّد',
    },
    billing_reference: {
      en: 'Earlier invoices that the document refers to. A credit note needs one, except for a volume discount (`VD`)',
      ar: 'الفواتير السابقة التي يشير إليها المستند. يلزم الإشعار الدائن واحد منها إلا في خصم الكمية (`VD`)',
    },
    despatch_document_reference: { en: 'Despatch advice (delivery note) of the goods', ar: 'إشعار شحن السلع' },
    receipt_document_reference: { en: 'Confirmation that the goods were received', ar: 'تأكيد استلام السلع' },
    statement_document_reference: { en: 'Customs declaration or statement of the goods', ar: 'البيان الجمركي للسلع' },
    originator_document_reference: {
      en: 'Call for tenders or lot that led to the order',
      ar: 'المناقصة أو الحصة التي أدت إلى الطلب',
    },
    contract_document_reference: { en: 'Contract between buyer and seller', ar: 'العقد بين المشتري والمورّد' },
    project_reference: { en: 'Project that the supply is for', ar: 'المشروع الذي يخصه التوريد' },
    buyer_customer_party: {
      en: 'Beneficiary of a supply in a free trade zone. Mandatory with flag 1',
      ar: 'المستفيد من التوريد في منطقة حرة. إلزامي مع المؤشر الأول',
    },
    seller_supplier_party: {
      en: 'Principal that a disclosed agent acts for. Mandatory with flag 6',
      ar: 'الموكّل الذي ينوب عنه الوكيل المعلن. إلزامي مع المؤشر السادس',
    },
    payee_party: { en: 'Who gets the money, if not the seller', ar: 'من يتلقى المبلغ إن لم يكن المورّد' },
    tax_representative_party: { en: 'Tax representative of the seller', ar: 'الممثل الضريبي للمورّد' },
    delivery: {
      en: 'Where and when the supply took place. An export needs its address',
      ar: 'مكان التوريد وزمانه. يلزم عنوانه في التصدير',
    },
    payment_means: {
      en: 'Ways to pay, at most 100. The rules demand one on an invoice, unless it is a deemed supply (flag 2)',
      ar: 'وسائل الدفع، 100 على الأكثر. تتطلب القواعد واحدة على الفاتورة، إلا في التوريد الاعتباري (المؤشر الثاني)',
    },
    payment_terms: { en: 'Terms of payment, such as the date of an instalment', ar: 'شروط الدفع، مثل تاريخ القسط' },
    attachments: {
      en: 'Files that travel with the document, at most 20',
      ar: 'ملفات تُرسل مع المستند، 20 ملفًا على الأكثر',
    },
    charges: { en: 'Charges that are added, at most 100', ar: 'رسوم تُضاف، 100 على الأكثر' },
    allowances: { en: 'Allowances (discounts) that are deducted, at most 100', ar: 'خصومات تُطرح، 100 على الأكثر' },
    prepaid_amount: {
      en:
        'Amount that was paid before, in the document currency, at most 2 decimals; it is deducted from the amount ' +
        'to pay',
      ar: 'المبلغ المدفوع مسبقًا بعملة المستند وبخانتين عشريتين على الأكثر، ويُطرح من المبلغ المستحق',
      example: 5,
    },
    payable_rounding_amount: {
      en:
        'Added to the amount to pay in order to round it, in the document currency, at most 2 decimals; it may be ' +
        'negative',
      ar: 'يُضاف إلى المبلغ المستحق لتقريبه، بعملة المستند وبخانتين عشريتين على الأكثر، وقد يكون سالبًا',
      example: 0.06,
    },
    document_lines: {
      en: 'Lines of the document, from 1 to 10,000; the service numbers them 1, 2, 3 …',
      ar: 'بنود المستند، من 1 إلى 10,000، وترقّمها الخدمة 1 ثم 2 ثم 3 …',
    },
    discrepancy_response: {
      en:
        'Reason of the credit note, from the UAE list: DL8.61.1.A supply cancelled, .B tax treatment changed, .C price ' +
        'changed by agreement, .D goods or services returned, .E VAT charged or treated in error, VD volume discount',
      ar:
        'سبب الإشعار الدائن من القائمة الإماراتية: `DL8.61.1.A` إلغاء التوريد، `.B` تغيّر المعاملة الضريبية، ' +
        '`.C` تعديل المقابل المتفق عليه، `.D` إرجاع السلع أو الخدمات، `.E` احتساب الضريبة أو تطبيق معاملتها بالخطأ، ' +
        '`VD` خصم الكمية',
    },
    accounting_supplier_party: {
      en: 'Seller. On a purchase you send it; on a sale it is your business profile',
      ar: 'المورّد. ترسله في المشتريات، وهو ملف أعمالك في المبيعات',
    },
    accounting_customer_party: {
      en: 'Buyer. On a sale you send it; on a purchase it is your business profile',
      ar: 'المشتري. ترسله في المبيعات، وهو ملف أعمالك في المشتريات',
    },
    expected_totals: {
      en:
        'What your own system computed. A document with other amounts is refused with 409, and the answer names ' +
        'both figures',
      ar: 'ما احتسبه نظامك. يُرفض المستند بالرمز 409 إن اختلفت مبالغه، ويذكر الرد القيمتين',
    },
    judged_by: {
      en: 'Rules that judged the document. Absent in documents of earlier versions',
      ar: 'القواعد التي فُحص بها المستند. لا يظهر في مستندات الإصدارات السابقة',
    },
    totals: {
      en: 'Amounts of the whole document, as the service computed them',
      ar: 'مبالغ المستند كله كما احتسبتها الخدمة',
    },
    document_sequence: {
      en: '1, 2, 3 … in the organisation and family, without a gap. It is not written to the XML',
      ar: '1 ثم 2 ثم 3 … داخل المنشأة والعائلة دون انقطاع. لا يُكتب في `XML`',
      example: 42,
    },
    meta_info: {
      en: 'Status of the document now, and what else only the service knows',
      ar: 'حالة المستند الآن، وما لا تعرفه إلا الخدمة',
    },
  },
  'InvoiceRequest CreditNoteRequest SalesInvoiceRequest SalesCreditNoteRequest': {
    document_number: {
      en:
        'Unique in the organisation and family. Left out, the service mints one, unless the organisation numbers ' +
        'its documents itself',
      ar: 'لا يتكرر داخل المنشأة والعائلة. إن لم يُرسل أنشأت الخدمة رقمًا، ما لم ترقّم المنشأة مستنداتها بنفسها',
      example: 'SB-2026-0042',
    },
  },
  'CreditNoteRequest SalesCreditNoteRequest PurchaseCredit SalesCredit': {
    reason: {
      en: "Explanation of the credit note; left out, it is the text of the reason's code",
      ar: 'توضيح لسبب الإشعار الدائن؛ إن لم يُرسل كان نص رمز السبب',
      example: 'Two brackets were bent',
    },
  },
  'PurchaseCreditNote SalesCreditNote': {
    reason: {
      en: "Explanation of the credit note: the text that was sent, or that of the reason's code",
      ar: 'توضيح لسبب الإشعار الدائن: النص المُرسل، أو نص رمز السبب',
      example: 'Two brackets were bent',
    },
  },
  'PurchaseInvoice PurchaseCreditNote SalesInvoice SalesCreditNote': {
    id: {
      en: 'Id of the document in this API, and its UUID in the UBL',
      ar: 'معرّف المستند في الواجهة البرمجية، وهو `UUID` الخاص به في `UBL`',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    document_status: { en: 'In compatibility mode alone: always ACTIVE', ar: 'في وضع التوافق وحده: دائمًا `ACTIVE`' },
    is_phase2_document: {
      en: 'In compatibility mode alone: whether the document is sent over Peppol',
      ar: 'في وضع التوافق وحده: هل يُرسل المستند عبر Peppol',
    },
  },
  'PurchaseInvoice SalesInvoice': {
    supply_date: {
      en: 'In compatibility mode alone: `delivery.actual_delivery_date`',
      ar: 'في وضع التوافق وحده: قيمة `delivery.actual_delivery_date`',
      example: '2026-07-10',
    },
    effective_tax_point_date: {
      en: 'In compatibility mode alone: the supply date, or else the issue date',
      ar: 'في وضع التوافق وحده: تاريخ التوريد، وإلا فتاريخ الإصدار',
      example: '2026-07-10',
    },
  },
  'Attachment AnsweredAttachment': {
    file_name: {
      en: 'Name of the file, up to 255 characters. An ending such as .pdf must be one of its type',
      ar: 'اسم الملف، حتى 255 حرفًا. إن كان له امتداد مثل `.pdf` فيجب أن يطابق نوعه',
      example: 'weights.csv',
    },
  },
  Attachment: {
    file_type: {
      en: 'Media type of the content. The first bytes must match it where the type has a signature',
      ar: 'نوع وسائط المحتوى. يجب أن تطابقه البايتات الأولى إن كانت للنوع بصمة',
    },
    file_content: {
      en: 'Content as plain Base64 (RFC 4648) without line breaks. Answers never have it: download the file',
      ar: 'المحتوى بترميز `Base64` (RFC 4648) دون فواصل أسطر. لا يظهر في الردود: نزّل الملف',
      example: 'YSxiCjEsMgo=',
    },
  },
  AnsweredAttachment: {
    id: {
      en: 'Id for the download of the file',
      ar: 'معرّف يُستخدم لتنزيل الملف',
      example: '8c1d4e0a-2f6f-4d1c-8a70-3f2b9a647c1d',
    },
    file_type: { en: 'Media type of the content', ar: 'نوع وسائط المحتوى', example: 'text/csv' },
  },
  Period: {
    start_date: {
      en: 'First day of the period, `yyyy-MM-dd`',
      ar: 'أول يوم من الفترة، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-01',
    },
    end_date: {
      en: 'Last day of the period, `yyyy-MM-dd`',
      ar: 'آخر يوم من الفترة، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-31',
    },
    description: {
      en:
        'On a document, how often it is billed: DLY, WKY, Q15, MTH, Q45, Q60, QTR, HYR, YRL or OTH. Any other text ' +
        'is free text',
      ar:
        'في المستند: دورية الفوترة DLY أو WKY أو Q15 أو MTH أو Q45 أو Q60 أو QTR أو HYR أو YRL أو OTH. أي نص آخر ' +
        'يبقى نصًا حرًا',
      example: 'MTH',
    },
  },
  DocumentReference: {
    id: {
      en: 'Number of that document, exactly as its issuer wrote it',
      ar: 'رقم ذلك المستند كما كتبه مصدره تمامًا',
      example: 'SB-2026-0017',
    },
    issue_date: {
      en: 'Day when that document was issued, `yyyy-MM-dd`',
      ar: 'يوم صدور ذلك المستند، بالصيغة `yyyy-MM-dd`',
      example: '2026-06-02',
    },
  },
  OrderReference: {
    id: {
      en: 'Number of the purchase order, as the buyer wrote it',
      ar: 'رقم أمر الشراء كما كتبه المشتري',
      example: 'PO-4500012',
    },
    issue_date: {
      en: 'Day of the purchase order, `yyyy-MM-dd`',
      ar: 'تاريخ أمر الشراء، بالصيغة `yyyy-MM-dd`',
      example: '2026-06-01',
    },
    sales_order_id: {
      en: 'Number of the sales order, as the seller wrote it',
      ar: 'رقم أمر البيع كما كتبه المورّد',
      example: 'SO-88120',
    },
  },
  ProjectReference: {
    id: { en: 'Number of the project', ar: 'رقم المشروع', example: 'PRJ-7' },
    name: {
      en: 'Name of the project. It is stored and answered, but not written to the UBL',
      ar: 'اسم المشروع. يُحفظ ويظهر في الرد، ولا يُكتب في `UBL`',
      example: 'Harbour wall',
    },
  },
  BuyerCustomerParty: {
    id: {
      en: 'Identifier of the beneficiary, such as its TRN',
      ar: 'معرّف المستفيد، مثل رقم تسجيله الضريبي',
      example: '100888888800003',
    },
  },
  SellerSupplierParty: {
    id: {
      en: "TRN of the principal. With flag 6 it must differ from the supplier's own",
      ar: 'رقم التسجيل الضريبي للموكّل. مع المؤشر السادس يجب أن يختلف عن رقم المورّد نفسه',
      example: '100999999900003',
    },
  },
  TaxExchangeRate: {
    source_currency_code: {
      en: 'Currency that is converted: the document currency',
      ar: 'العملة المحوّلة: عملة المستند',
    },
    target_currency_code: { en: 'Currency of the result: AED', ar: 'عملة الناتج: `AED`' },
    calculation_rate: {
      en:
        'AED for one unit of the document currency, above 0, at most 6 decimals. In an AED document only 1 is ' +
        'allowed',
      ar: 'قيمة وحدة من عملة المستند بالدرهم، أكبر من 0 وبست خانات عشرية على الأكثر. في مستند بالدرهم لا تُقبل إلا 1',
      example: 3.6725,
    },
  },
  Delivery: {
    actual_delivery_date: {
      en: 'Day of the supply, `yyyy-MM-dd`',
      ar: 'يوم التوريد، بالصيغة `yyyy-MM-dd`',
      example: '2026-07-10',
    },
    delivery_time: {
      en: 'Time of the supply in Gulf Standard Time, `HH:mm:ss`',
      ar: 'وقت التوريد بتوقيت الخليج، بالصيغة `HH:mm:ss`',
      example: '11:12:13',
    },
    party_name: { en: 'Name of who received the goods', ar: 'اسم مستلم السلع', example: 'Jebel Ali warehouse' },
    party_id: { en: 'Identifier of who received the goods', ar: 'معرّف مستلم السلع', example: 'warehouse-7' },
    terms: { en: 'Incoterms rule by its code, such as DAP', ar: 'قاعدة `Incoterms` برمزها، مثل `DAP`', example: 'DAP' },
    delivery_location: {
      en: 'Place of the supply. Mandatory for an export (flag 8)',
      ar: 'مكان التوريد. إلزامي في التصدير (المؤشر الثامن)',
    },
  },
  DeliveryLocation: {
    id: {
      en: 'Identifier of the place, such as the number of a gate',
      ar: 'معرّف المكان، مثل رقم البوابة',
      example: 'gate-3',
    },
    address: { en: 'Address of the place', ar: 'عنوان المكان' },
  },
  Identification: {
    id: {
      en: 'Identifier without a scheme, as the party that gave it writes it',
      ar: 'معرّف بلا نظام ترميز، كما يكتبه من منحه',
      example: 'A-1001',
    },
  },
  PayeeIdentification: {
    id: { en: 'Identifier of the payee', ar: 'معرّف المستفيد من الدفع', example: '6291041500220' },
    scheme_id: {
      en: 'ISO 6523 code of the scheme of the identifier',
      ar: 'رمز `ISO 6523` لنظام ترميز المعرّف',
      example: '0088',
    },
  },
  PayeeParty: {
    party_name: {
      en: 'Name of the payee; it must not be the seller',
      ar: 'اسم المستفيد من الدفع، ويجب ألا يكون المورّد',
      example: 'Gulf Factoring',
    },
    party_identification: {
      en: 'Identifier of the payee, with its scheme',
      ar: 'معرّف المستفيد من الدفع مع نظام ترميزه',
    },
    financial_account: { en: 'Account of the payee', ar: 'حساب المستفيد من الدفع' },
  },
  TaxRepresentativeParty: {
    party_name: { en: 'Name of the tax representative', ar: 'اسم الممثل الضريبي', example: 'Gulf Tax Agents' },
    party_identification: { en: 'Another identifier of the tax representative', ar: 'معرّف آخر للممثل الضريبي' },
    party_tax_scheme: {
      en: 'VAT registration of the tax representative',
      ar: 'تسجيل الممثل الضريبي في ضريبة القيمة المضافة',
    },
    postal_address: { en: 'Address of the tax representative', ar: 'عنوان الممثل الضريبي' },
  },
}
