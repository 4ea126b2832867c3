import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the fields of a participant mean. */
export const participantFields: FieldTable = {
  ParticipantCertificate: {
    common_name: {
      en: "The access point's seat in the network, such as POP000306; null when the certificate names none",
      ar: 'اسم نقطة الوصول في الشبكة، مثل `POP000306`؛ `null` إن لم تذكره الشهادة',
      example: 'POP000306',
    },
    valid_from: {
      en: 'Since when the certificate is valid, RFC 3339',
      ar: 'بداية صلاحية الشهادة بصيغة `RFC 3339`',
      example: '2026-01-01T00:00:00.000Z',
    },
    valid_until: {
      en: 'Until when the certificate is valid, RFC 3339',
      ar: 'نهاية صلاحية الشهادة بصيغة `RFC 3339`',
      example: '2027-12-31T23:59:59.000Z',
    },
    sha256: {
      en: 'SHA-256 of the certificate, in hexadecimal',
      ar: 'قيمة `SHA-256` للشهادة بالنظام الست عشري',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
  ParticipantEndpoint: {
    url: { en: 'Where the access point receives', ar: 'عنوان استقبال نقطة الوصول', example: 'https://ap.example/as4' },
    transport_profile: {
      en: 'Protocol that it receives by',
      ar: 'البروتوكول الذي تستقبل به',
      example: 'peppol-transport-as4-v2_0',
    },
    certificate: {
      en: 'Certificate of the access point; null in the sandbox, and when it is unreadable',
      ar: 'شهادة نقطة الوصول؛ `null` في البيئة التجريبية أو إن تعذّرت قراءتها',
    },
    active_from: {
      en: 'Not before this time, RFC 3339; null: since ever',
      ar: 'ليس قبل هذا الوقت، بصيغة `RFC 3339`؛ `null`: دون بداية',
      example: '2026-01-01T00:00:00.000Z',
    },
    active_until: {
      en: 'Not from this time on, RFC 3339; null: no end is known',
      ar: 'ليس بعد هذا الوقت، بصيغة `RFC 3339`؛ `null`: لا نهاية معروفة',
      example: '2027-12-31T23:59:59.000Z',
    },
  },
  ParticipantService: {
    document: { en: 'Kind of document that it receives', ar: 'نوع المستند الذي يستقبله' },
    document_type_id: {
      en: 'The registered document type; with `*` it covers several',
      ar: 'نوع المستند المسجّل؛ مع `*` يشمل عدة أنواع',
      example: 'urn:peppol:pint:selfbilling-1@ae-1*',
    },
    process_id: {
      en: 'Peppol process of the document type',
      ar: 'إجراء Peppol لنوع المستند',
      example: 'urn:peppol:bis:selfbilling',
    },
    endpoint: {
      en: 'Access point that receives these documents; null: none does now',
      ar: 'نقطة الوصول التي تستقبل هذه المستندات؛ `null`: لا توجد الآن',
    },
  },
  ParticipantCanReceive: {
    purchase_invoices: {
      en: 'True: it receives self-billed invoices now',
      ar: 'القيمة `true`: يستقبل الآن فواتير الفوترة الذاتية',
    },
    purchase_credit_notes: {
      en: 'True: it receives self-billed credit notes now',
      ar: 'القيمة `true`: يستقبل الآن إشعارات الفوترة الذاتية الدائنة',
    },
    sales_invoices: { en: 'True: it receives ordinary invoices now', ar: 'القيمة `true`: يستقبل الآن فواتير المبيعات' },
    sales_credit_notes: {
      en: 'True: it receives ordinary credit notes now',
      ar: 'القيمة `true`: يستقبل الآن إشعارات المبيعات الدائنة',
    },
    tax_data_documents: {
      en: 'True: it receives reports, as only the tax authority does',
      ar: 'القيمة `true`: يستقبل التقارير الضريبية، وذلك للهيئة الاتحادية للضرائب وحدها',
    },
    message_level_statuses: {
      en: 'True: it receives statuses, as service providers do',
      ar: 'القيمة `true`: يستقبل رسائل الحالة، كما يفعل مزوّدو الخدمة',
    },
  },
  Participant: {
    participant_id: {
      en: 'Scheme and id of the participant',
      ar: 'نظام الترميز ومعرّف المشارك',
      example: '0235:1345678901',
    },
    registered: {
      en: 'False: the network does not know this participant',
      ar: 'القيمة `false`: الشبكة لا تعرف هذا المشارك',
    },
    predefined_endpoint: {
      en: 'True for 0235:9900000097, …98 and …99: the document is reported, and exchanged with nobody',
      ar: 'القيمة `true` للعناوين 0235:9900000097 و…98 و…99: يُبلّغ عن المستند ولا يُتبادل مع أحد',
    },
    can_receive: { en: 'What the participant can receive now', ar: 'ما يستطيع المشارك استقباله الآن' },
    services: { en: 'Our kinds of documents that it receives', ar: 'أنواع مستنداتنا التي يستقبلها' },
    document_types: {
      en: 'Every registered document type, at most 1,000',
      ar: 'كل أنواع المستندات المسجّلة، 1,000 على الأكثر',
    },
    looked_up_at: {
      en: 'When the network was asked, RFC 3339: at most ten minutes ago',
      ar: 'وقت سؤال الشبكة بصيغة `RFC 3339`: قبل عشر دقائق على الأكثر',
      example: '2026-07-15T06:20:30.000Z',
    },
  },
  lookUpParticipant: {
    scheme: {
      en: 'Scheme of the identifier: 0235 for a TIN',
      ar: 'نظام ترميز المعرّف: 0235 لرقم التعريف الضريبي',
      example: '0235',
    },
    id: {
      en: 'Id in this scheme, such as a TIN',
      ar: 'المعرّف في هذا النظام، مثل رقم التعريف الضريبي',
      example: '1345678901',
    },
  },
}
