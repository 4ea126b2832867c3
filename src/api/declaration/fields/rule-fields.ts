import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** Judging, rules, code lists, and the service itself. */
export const ruleFields: FieldTable = {
  DocumentVerdict: {
    valid: { en: 'True when no finding is fatal', ar: 'القيمة `true` إن لم تكن أي ملاحظة `fatal`' },
    rule_book: { en: 'Rule book that judged the document', ar: 'كتاب القواعد الذي فُحص به المستند' },
    findings: { en: 'Rules that failed; empty when all passed', ar: 'القواعد غير المستوفاة؛ فارغة إن استوفيت كلها' },
  },
  JudgingBook: {
    name: {
      en: "Name of the rule book: PINT AE, or the name of the operator's folder",
      ar: 'اسم كتاب القواعد: PINT AE أو اسم مجلد المشغّل',
      example: 'PINT AE Self-Billing',
    },
    version: {
      en: 'Version of the rules; null where the operator has replaced our rule files',
      ar: 'إصدار القواعد؛ `null` إن استبدل المشغّل ملفات قواعدنا',
      example: '1.0.4',
    },
    digest: {
      en: 'Changes with every change of a file of the rule book',
      ar: 'يتغير مع كل تغيير في ملفات كتاب القواعد',
      example: 'b1946ac92492d234',
    },
  },
  RuleMessage: {
    en: {
      en: 'What the rule demands, in English',
      ar: 'ما تتطلبه القاعدة بالإنجليزية',
      example: 'A UAE address must use an emirate code',
    },
    ar: {
      en: 'What the rule demands, in Arabic; null where it is not translated',
      ar: 'ما تتطلبه القاعدة بالعربية؛ `null` إن لم تُترجم',
      example: 'عنوان الإمارات يجب أن يستخدم رمز الإمارة',
    },
  },
  'CatalogueRule RuleAssertion': {
    sets: { en: 'Rule sets that it is part of', ar: 'مجموعات القواعد التي ينتمي إليها' },
    severity: {
      en: '`fatal` keeps a document from being sent; `warning` does not',
      ar: 'القيمة `fatal` تمنع إرسال المستند، أما `warning` فلا',
    },
  },
  RuleAssertion: {
    context: {
      en: 'Elements that it checks, as an XPath',
      ar: 'العناصر التي يفحصها بصيغة `XPath`',
      example: 'cac:PostalAddress',
    },
    test: {
      en: 'Condition that they must meet, as an XPath 2',
      ar: 'الشرط الذي يجب أن تستوفيه بصيغة `XPath 2`',
      example: 'exists(cbc:CountrySubentity)',
    },
    message: { en: 'What it demands, in both languages', ar: 'ما يتطلبه باللغتين' },
  },
  CatalogueRule: {
    id: { en: 'The `reasonCode` of its findings', ar: 'قيمة `reasonCode` في ملاحظاتها', example: 'IBR-128-AE' },
    official: {
      en: 'False for our own rules: they close gaps of the official set, and an operator can switch them off',
      ar: 'القيمة `false` لقواعدنا: تسد ثغرات القواعد الرسمية، ويمكن للمشغّل إيقافها',
    },
    terms: {
      en: 'Business terms that it is about, such as IBT-131 or BTAE-10',
      ar: 'مصطلحات الأعمال التي تخصها، مثل `IBT-131` أو `BTAE-10`',
    },
    fields: {
      en: 'Members of a request that it reads; computed values are not listed',
      ar: 'حقول الطلب التي تقرؤها؛ لا تُذكر القيم المحتسبة',
    },
    assertions: { en: 'Conditions of the rule; most rules have one', ar: 'شروط القاعدة؛ لمعظم القواعد شرط واحد' },
  },
  'CodeList CodeListSummary': {
    name: {
      en: 'Name of the list in the path of GET /api/codelists',
      ar: 'اسم القائمة في مسار `GET /api/codelists`',
      example: 'currencies',
    },
    title: { en: 'Title for readers', ar: 'عنوان القائمة للقراء', example: 'ISO 4217 currencies' },
    rules: { en: 'Ids of the rules that use the list', ar: 'معرّفات القواعد التي تستخدم القائمة' },
  },
  CodeListSummary: {
    count: { en: 'How many codes the list has', ar: 'عدد رموز القائمة', example: 178 },
  },
  CodeList: {
    codes: { en: 'Codes of the list, in its order', ar: 'رموز القائمة بترتيبها' },
  },
  ListedCode: {
    code: { en: 'The code, as documents have it', ar: 'الرمز كما يُكتب في المستندات', example: 'AED' },
    name: {
      en: 'Meaning of the code; null where the list has none',
      ar: 'معنى الرمز؛ `null` إن لم تذكره القائمة',
      example: 'UAE dirham',
    },
  },
  Liveness: {
    status: { en: 'Always `ok`: the process answers', ar: 'دائمًا `ok`: العملية تجيب' },
  },
  Readiness: {
    status: {
      en: 'Always `ready`: the service can work; else the answer is a 503',
      ar: 'دائمًا `ready`: الخدمة جاهزة؛ وإلا كان الرد 503',
    },
  },
  OpenApiDocument: {
    openapi: {
      en: 'Version of OpenAPI; the other members are those of OpenAPI 3.1',
      ar: 'إصدار `OpenAPI`؛ بقية الحقول كما في `OpenAPI 3.1`',
      example: '3.1.0',
    },
  },
  ServiceRoot: {
    name: { en: 'Name of the software', ar: 'اسم البرنامج' },
    version: { en: 'Version of the software', ar: 'إصدار البرنامج', example: '0.1.0' },
    description: {
      en: 'What the software does',
      ar: 'ما يفعله البرنامج',
      example: 'Issues self-billed purchase invoices',
    },
    documentation: {
      en: 'The guide for callers, a file in the source of this version',
      ar: 'دليل المستخدمين البرمجيين، ملف في مصدر هذا الإصدار',
      example: 'docs/integrating.md',
    },
    links: { en: 'Where to begin: paths on this service', ar: 'من أين تبدأ: مسارات في هذه الخدمة' },
  },
  ServiceLinks: {
    openapi: { en: 'Path of the OpenAPI document', ar: 'مسار مستند `OpenAPI`', example: '/openapi.json' },
    token: { en: 'Path that gives tokens', ar: 'مسار الحصول على رموز الوصول', example: '/oauth/token' },
    keys: {
      en: 'Path of the public keys that verify tokens',
      ar: 'مسار المفاتيح العامة التي تتحقق من الرموز',
      example: '/.well-known/jwks.json',
    },
    rules: { en: 'Path of the rules', ar: 'مسار القواعد', example: '/api/rules' },
    codelists: { en: 'Path of the code lists', ar: 'مسار قوائم الرموز', example: '/api/codelists' },
    health: {
      en: 'Path that answers while the process runs',
      ar: 'مسار يجيب ما دامت العملية تعمل',
      example: '/healthz',
    },
    readiness: {
      en: 'Path that answers whether the service can work',
      ar: 'مسار يجيب هل الخدمة جاهزة',
      example: '/readyz',
    },
  },
}
