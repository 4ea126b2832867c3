import type { FieldTable } from './field-words.ts'

/** Lines: item, price, VAT category, charges and allowances. */
export const lineFields: FieldTable = {
  'DocumentLine AnsweredLine': {
    name: { en: 'Name of the item: the goods or service', ar: 'اسم الصنف: السلعة أو الخدمة', example: 'Steel bracket' },
    description: {
      en: 'What the item is, in more words than its name',
      ar: 'وصف الصنف بتفصيل أكثر من اسمه',
      example: 'Galvanised steel bracket, 120 mm',
    },
    quantity: {
      en: 'How many units are invoiced or credited: above 0, at most 20 decimals',
      ar: 'عدد الوحدات في الفاتورة أو الإشعار: أكبر من 0 وبعشرين خانة عشرية على الأكثر',
      example: 10,
    },
    unit_code: {
      en: 'Unit of the quantity by its code of UN/ECE Recommendation 20 or 21, such as EA, KGM or HUR',
      ar: 'وحدة الكمية برمزها في توصية `UN/ECE` رقم 20 أو 21، مثل `EA` أو `KGM` أو `HUR`',
      example: 'EA',
    },
    price: { en: 'Price of the item without VAT', ar: 'سعر الصنف دون الضريبة' },
    classified_tax_category: { en: 'VAT category of the line', ar: 'فئة ضريبة القيمة المضافة للبند' },
    accounting_cost: {
      en: 'Account or cost centre where the buyer books the line',
      ar: 'الحساب أو مركز التكلفة الذي يسجّل فيه المشتري هذا البند',
      example: '4712',
    },
    invoice_period: {
      en: 'Period that the line belongs to. It must lie within the period of the document',
      ar: 'الفترة التي يعود إليها البند. يجب أن تقع ضمن فترة المستند',
    },
    order_line_reference: { en: 'Line of the purchase order', ar: 'بند أمر الشراء' },
    despatch_line_reference: { en: 'Line of the despatch advice (delivery note)', ar: 'بند إشعار الشحن' },
    document_reference: { en: 'Another document that the line refers to', ar: 'مستند آخر يشير إليه البند' },
    charges: {
      en: 'Charges of the line, at most 100. They raise its net amount',
      ar: 'رسوم البند، 100 على الأكثر. ترفع المبلغ الصافي للبند',
    },
    allowances: {
      en: 'Allowances (discounts) of the line, at most 100. They lower its net amount',
      ar: 'خصومات البند، 100 على الأكثر. تخفض المبلغ الصافي للبند',
    },
    buyer_item_identification: { en: 'Item number of the buyer', ar: 'رقم الصنف لدى المشتري' },
    seller_item_identification: { en: 'Item number of the seller', ar: 'رقم الصنف لدى المورّد' },
    standard_item_identification: {
      en: 'Item number of a registered scheme, such as the GTIN. Reverse charge (AE) needs the scheme `0160`',
      ar: 'رقم الصنف في نظام مسجّل مثل `GTIN`. الاحتساب العكسي (AE) يتطلب نظام الترميز `0160`',
    },
    additional_item_identification: {
      en: 'Further codes of the item. Services need one of the scheme `SAC`, the service accounting code',
      ar: 'رموز أخرى للصنف. الخدمات تتطلب رمزًا من نظام `SAC`، وهو رمز محاسبة الخدمات',
    },
    origin_country: { en: 'Country where the item was made', ar: 'بلد منشأ الصنف' },
    commodity_classification: {
      en: 'Whether the item is goods or a service, and its classification. Goods need an HS code',
      ar: 'هل الصنف سلعة أم خدمة، وتصنيفه. السلع تتطلب رمز `HS`',
    },
    additional_item_property: {
      en: 'Further properties of the item, such as its colour, at most 100',
      ar: 'خصائص أخرى للصنف مثل اللون، 100 على الأكثر',
    },
    lot_number_id: {
      en: 'Number of the lot or batch that the item is from',
      ar: 'رقم الدفعة التي ينتمي إليها الصنف',
      example: 'LOT-2026-07',
    },
    line_object_identifier: {
      en: 'Object that the line is about, such as a meter or a contract number',
      ar: 'ما يخصه البند، مثل رقم عداد أو عقد',
      example: 'meter-88',
    },
  },
  CommodityClassification: {
    commodity_code: {
      en: 'Kind of item: `G` goods, `S` services, `B` both',
      ar: 'نوع الصنف: `G` سلع، `S` خدمات، `B` كلاهما',
    },
    item_classification_code: {
      en: 'Code of the goods in the list, such as their HS code. Mandatory for goods',
      ar: 'رمز السلعة في القائمة، مثل رمز `HS`. إلزامي للسلع',
      example: '73089000',
    },
    item_classification_list_id: {
      en: 'List that the code is from: `HS` for goods',
      ar: 'القائمة التي أُخذ منها الرمز: `HS` للسلع',
      example: 'HS',
    },
    item_classification_list_version_id: { en: 'Edition of the list', ar: 'إصدار القائمة', example: '2022' },
    nature_code: {
      en: 'Goods under domestic reverse charge, such as DL8.48.8.1 for gold and diamonds. The category AE needs it',
      ar: 'السلع الخاضعة للاحتساب العكسي المحلي، مثل `DL8.48.8.1` للذهب والألماس. تتطلبه الفئة `AE`',
      example: 'DL8.48.8.1',
    },
  },
  OrderLineReference: {
    line_id: { en: 'Number of the line in the purchase order', ar: 'رقم البند في أمر الشراء', example: '10' },
    order_reference_id: {
      en: 'Number of that purchase order, if it is not the one of the document',
      ar: 'رقم أمر الشراء إن لم يكن أمر الشراء المذكور في المستند',
      example: 'PO-4500012',
    },
  },
  DespatchLineReference: {
    line_id: { en: 'Number of the line in the despatch advice', ar: 'رقم البند في إشعار الشحن', example: '3' },
  },
  StandardItemIdentification: {
    id: {
      en: 'Item number of the scheme, such as a GTIN',
      ar: 'رقم الصنف في نظام الترميز، مثل `GTIN`',
      example: '06291041500213',
    },
    scheme_id: {
      en: 'ISO 6523 code of the scheme; `0160` is the GTIN. A missing one is a finding of IBR-064',
      ar: 'رمز `ISO 6523` لنظام الترميز؛ الرمز `0160` لأرقام `GTIN`. غيابه مخالفة للقاعدة `IBR-064`',
      example: '0160',
    },
  },
  AdditionalItemIdentification: {
    id: { en: 'Code of the item in the scheme', ar: 'رمز الصنف في نظام الترميز', example: '998877' },
    scheme_id: {
      en: 'Scheme of the code: `SAC` is the service accounting code',
      ar: 'نظام الترميز: `SAC` هو رمز محاسبة الخدمات',
      example: 'SAC',
    },
    scheme_version_id: { en: 'Edition of the scheme', ar: 'إصدار نظام الترميز', example: '2' },
  },
  OriginCountry: {
    identification_code: {
      en: 'Country of origin by its ISO 3166-1 code of two letters',
      ar: 'بلد المنشأ برمزه من حرفين حسب `ISO 3166-1`',
    },
  },
  ItemProperty: {
    name: { en: 'What the property is', ar: 'اسم الخاصية', example: 'Purity' },
    value: { en: 'Text of the property, with its unit', ar: 'قيمة الخاصية مع وحدتها', example: '99.9 %' },
  },
  Price: {
    base_amount: {
      en: 'Net price of `base_quantity` units without VAT, at most 20 decimals; answers call it `price_amount`',
      ar:
        'السعر الصافي لعدد `base_quantity` من الوحدات دون الضريبة، بعشرين خانة عشرية على الأكثر؛ اسمه في الردود ' +
        '`price_amount`',
      example: 90,
    },
    base_quantity: {
      en: 'How many units the price is for: above 0, at most 20 decimals; usually 1',
      ar: 'عدد الوحدات التي يشملها السعر: أكبر من 0 وبعشرين خانة عشرية على الأكثر، وهو عادة 1',
      example: 1,
    },
    allowance: {
      en: 'Discount of the price. Send the discount or the gross price; the service computes the other',
      ar: 'خصم السعر. أرسل الخصم أو السعر الإجمالي، وتحسب الخدمة الآخر',
    },
  },
  PriceAllowance: {
    amount: {
      en: 'Discount that is already deducted from the net price, at most 20 decimals',
      ar: 'الخصم المطروح من السعر الصافي، بعشرين خانة عشرية على الأكثر',
      example: 10,
    },
    base_amount: {
      en: 'Gross price before the discount, at most 20 decimals: the net price plus the discount',
      ar: 'السعر الإجمالي قبل الخصم، بعشرين خانة عشرية على الأكثر: السعر الصافي مع الخصم',
      example: 100,
    },
  },
  AnsweredPrice: {
    price_amount: {
      en: 'Net price of `base_quantity` units without VAT; requests call it `base_amount`',
      ar: 'السعر الصافي لعدد `base_quantity` من الوحدات دون الضريبة؛ اسمه في الطلبات `base_amount`',
      example: 90,
    },
    base_quantity: { en: 'How many units the price is for', ar: 'عدد الوحدات التي يشملها السعر', example: 1 },
    allowance: {
      en: 'Discount of the price and the price before it; always present',
      ar: 'خصم السعر والسعر قبله؛ يظهر دائمًا',
    },
  },
  AnsweredPriceAllowance: {
    amount: { en: 'Discount of the price; 0 without one', ar: 'خصم السعر؛ 0 إن لم يوجد', example: 10 },
    base_amount: { en: 'Gross price before the discount', ar: 'السعر الإجمالي قبل الخصم', example: 100 },
  },
  TaxCategory: {
    id: {
      en: 'VAT category: S standard rate, Z zero rate, E exempt, O out of scope, AE reverse charge, N profit margin',
      ar: 'فئة الضريبة: S النسبة الأساسية، Z نسبة الصفر، E معفى، O خارج النطاق، AE الاحتساب العكسي، N هامش الربح',
    },
    percent: {
      en:
        'Rate in percent, at most 20 decimals. Left out: 5 for S and AE, 0 for Z. N needs one; E and O must have ' +
        'none, or 0',
      ar:
        'النسبة المئوية بعشرين خانة عشرية على الأكثر. إن لم تُرسل: 5 للفئتين S وAE و0 للفئة Z. تلزم الفئة N، ولا ' +
        'تكون للفئتين E وO إلا 0',
      example: 5,
    },
    tax_exemption_reason_code: {
      en: 'Why the category E is exempt, from the UAE list. Mandatory for E',
      ar: 'سبب إعفاء الفئة E من القائمة الإماراتية. إلزامي للفئة E',
    },
    tax_exemption_reason: {
      en: "Name of the reason's code; letter case does not count. Mandatory for E",
      ar: 'نص رمز السبب دون اعتبار لحالة الأحرف. إلزامي للفئة E',
      example: 'Bare land',
    },
    tax_scheme: { en: 'Name of the tax; left out, it is `VAT`', ar: 'اسم الضريبة؛ `VAT` إن لم يُرسل', example: 'VAT' },
  },
  'DocumentCharge LineCharge': {
    reason: {
      en: 'Reason in words. Either this or `reason_code` is mandatory',
      ar: 'السبب نصًا. يلزم هو أو `reason_code`',
      example: 'Freight',
    },
    reason_code: {
      en: 'Reason by its code: UNTDID 7161 for a charge, 5189 for an allowance',
      ar: 'السبب برمزه: `UNTDID 7161` للرسم و`5189` للخصم',
      example: 'FC',
    },
    amount: {
      en: 'Amount without VAT, in the document currency, at most 2 decimals',
      ar: 'المبلغ دون الضريبة بعملة المستند، بخانتين عشريتين على الأكثر',
      example: 8,
    },
    multiplier_factor_numeric: {
      en: 'Percentage of `base_amount` that `amount` is, at most 20 decimals; both come together',
      ar: 'نسبة `amount` المئوية من `base_amount` بعشرين خانة عشرية على الأكثر، ويُرسل الحقلان معًا',
      example: 10,
    },
    base_amount: {
      en: 'Amount that the percentage is taken of, at most 2 decimals; it comes with `multiplier_factor_numeric`',
      ar: 'المبلغ الذي تُحسب منه النسبة بخانتين عشريتين على الأكثر، ويُرسل مع `multiplier_factor_numeric`',
      example: 80,
    },
  },
  DocumentCharge: {
    tax_category: { en: 'VAT category of the charge or allowance', ar: 'فئة ضريبة القيمة المضافة للرسم أو الخصم' },
  },
  LineCharge: {
    tax_category: {
      en: 'If sent, the VAT category of the line. It is not written to the UBL',
      ar: 'إن أُرسلت فهي فئة الضريبة للبند نفسه. لا تُكتب في `UBL`',
    },
  },
}
