import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** Organisations, clients, tokens, people, and the audit log. */
export const accountFields: FieldTable = {
  NamedOrganisation: {
    org_name: {
      en: 'Name of the organisation, as its users see it in the console',
      ar: 'اسم المنشأة كما يراه مستخدموها في لوحة التحكم',
      example: 'Harbour Manufacturing',
    },
  },
  listOrganisations: { search: { en: 'Any part of the name', ar: 'أي جزء من الاسم', example: 'harbour' } },
  'AnsweredOrganisation NamedOrganisation OwnOrganisation': {
    org_id: { en: 'Id of the organisation', ar: 'معرّف المنشأة', example: '5c0f2a1e-6b7d-4b1a-9a3e-7d2c4e8f9b10' },
  },
  'AnsweredOrganisation OwnOrganisation': {
    name: {
      en: 'Name of the organisation; only an operator can change it',
      ar: 'اسم المنشأة؛ لا يغيّره إلا المشغّل',
      example: 'Harbour Manufacturing',
    },
  },
  'OrganisationChange AnsweredOrganisation': {
    default_api_version: {
      en: 'Contract version of requests without `X-API-VERSION`',
      ar: 'إصدار العقد للطلبات التي لا ترسل `X-API-VERSION`',
    },
    phase_2_enabled: {
      en: 'Whether documents are sent over Peppol. False: they are judged, but never sent',
      ar: 'هل تُرسل المستندات عبر Peppol. القيمة `false`: تُفحص ولا تُرسل',
    },
    auto_numbering_enabled: {
      en: 'Whether the service mints document numbers. False: `document_number` is mandatory',
      ar: 'هل تنشئ الخدمة أرقام المستندات. القيمة `false`: يصبح `document_number` إلزاميًا',
    },
    number_format: {
      en:
        'Format of the document numbers that the service mints: text with `{prefix}`, the short name of the ' +
        'family, and `{sequence}` or, with at least six digits, `{sequence:6}`',
      ar:
        'صيغة أرقام المستندات التي تنشئها الخدمة: نص فيه `{prefix}`، وهو الاسم القصير للعائلة، و`{sequence}` أو ' +
        '`{sequence:6}` بستة أرقام على الأقل',
      example: '{prefix}-{sequence:6}',
    },
    retention_years: {
      en: 'How many years documents are kept, from the end of the calendar year of issue and creation',
      ar: 'عدد سنوات حفظ المستندات من نهاية السنة الميلادية للإصدار والإنشاء',
      example: 7,
    },
    remove_after_retention: {
      en: 'True: the content of documents is removed after the retention, for good',
      ar: 'القيمة `true`: يُزال محتوى المستندات نهائيًا بعد مدة الحفظ',
    },
  },
  OrganisationChange: {
    compatibility: {
      en: "Compatibility mode: the prefix of its clients' headers, or `off`",
      ar: 'وضع التوافق: بادئة ترويسات برامجه، أو `off`',
      example: 'x-acme',
    },
  },
  AnsweredOrganisation: {
    compatibility: {
      en: "Compatibility mode: the prefix of its clients' headers. Absent in strict mode",
      ar: 'وضع التوافق: بادئة ترويسات برامجه. لا يظهر في الوضع الصارم',
      example: 'x-acme',
    },
    legal_hold: {
      en: 'Legal hold of the whole organisation; absent without one',
      ar: 'تعليق إتلاف مستندات المنشأة كلها؛ لا يظهر دونه',
    },
    created_at: {
      en: 'When the organisation was created, RFC 3339',
      ar: 'وقت إنشاء المنشأة بصيغة `RFC 3339`',
      example: '2026-07-15T09:00:00.000Z',
    },
  },
  'NewClient AnsweredClient ClientWithSecret': {
    name: {
      en: 'Name by which people recognise the client',
      ar: 'اسم يتعرف به الناس على البرنامج',
      example: 'ERP Dubai',
    },
  },
  NewClient: {
    scope: {
      en: 'One or more of documents:read, documents:write, documents:approve, profiles and admin, separated by spaces',
      ar: 'أي من `documents:read` و`documents:write` و`documents:approve` و`profiles` و`admin`، تفصل بينها مسافات',
      example: 'documents:read documents:write',
    },
  },
  ClientRotation: {
    overlap_seconds: {
      en: 'How many seconds the current secret stays valid; 86,400 if left out. 0 ends it and all former ones now',
      ar: 'عدد ثواني بقاء السر الحالي صالحًا؛ 86,400 إن لم يُرسل. القيمة 0 تنهيه هو وكل ما سبقه الآن',
      example: 86400,
    },
  },
  'AnsweredClient ClientWithSecret': {
    client_id: {
      en: 'Id of the client, with which it asks for tokens',
      ar: 'معرّف البرنامج الذي يطلب به رموز الوصول',
      example: '9a1d7c52-0b6e-4c3f-a0a4-3e5f7b8c9d01',
    },
    scope: {
      en: 'Scopes that tokens of the client may have, separated by spaces',
      ar: 'الصلاحيات الممكنة لرموز البرنامج، تفصل بينها مسافات',
      example: 'documents:read documents:write',
    },
    token_by_signature: {
      en: 'True: its secret is stored, encrypted, so that it can use GET /auth/token; absent when it cannot',
      ar: 'القيمة `true`: سره محفوظ مشفّرًا ليستخدم `GET /auth/token`؛ لا يظهر إن لم يستطع ذلك',
    },
    previous_secret_until: {
      en: 'Until when a former secret is valid beside the current one, RFC 3339; absent when none is',
      ar: 'إلى متى يبقى سر سابق صالحًا إلى جانب الحالي بصيغة `RFC 3339`؛ لا يظهر إن لم يوجد',
      example: '2026-07-16T09:00:00.000Z',
    },
    revoked_at: {
      en: 'When the client was revoked, RFC 3339; absent while it is active',
      ar: 'وقت إلغاء البرنامج بصيغة `RFC 3339`؛ لا يظهر ما دام نشطًا',
      example: '2026-07-15T09:00:00.000Z',
    },
  },
  ClientWithSecret: {
    client_secret: {
      en: 'Secret of the client. It is shown only here: store it now',
      ar: 'سر البرنامج. لا يظهر إلا هنا: احفظه الآن',
      example: 'Zk3v…',
    },
  },
  TokenRequest: {
    grant_type: { en: 'The only grant there is: `client_credentials`', ar: 'نوع المنح الوحيد: `client_credentials`' },
    scope: {
      en: 'Scopes to ask for, separated by spaces; left out, all scopes of the client',
      ar: 'الصلاحيات المطلوبة تفصل بينها مسافات؛ كل صلاحيات البرنامج إن لم تُرسل',
      example: 'documents:read',
    },
    client_id: {
      en: 'Id of the client; left out when it is in the Authorization header (Basic)',
      ar: 'معرّف البرنامج؛ لا يُرسل إن كان في الترويسة `Authorization` (Basic)',
      example: '9a1d7c52-0b6e-4c3f-a0a4-3e5f7b8c9d01',
    },
    client_secret: {
      en: 'Secret of the client; left out when it is in the Authorization header',
      ar: 'سر البرنامج؛ لا يُرسل إن كان في الترويسة `Authorization`',
      example: 'Zk3v…',
    },
  },
  TokenAnswer: {
    access_token: {
      en: 'Token for the Authorization header: `Bearer` and the token',
      ar: 'رمز الوصول للترويسة `Authorization`: الكلمة `Bearer` ثم الرمز',
      example: 'eyJhbGciOiJFUzI1NiIs…',
    },
    token_type: { en: 'How the token is used: always `Bearer`', ar: 'طريقة استخدام الرمز: دائمًا `Bearer`' },
    scope: {
      en: 'Scopes of the token, separated by spaces',
      ar: 'صلاحيات الرمز تفصل بينها مسافات',
      example: 'documents:read',
    },
  },
  'TokenAnswer TokenBySignature': {
    expires_in: { en: 'How many seconds the token is valid', ar: 'عدد ثواني صلاحية الرمز', example: 86400 },
  },
  TokenBySignature: {
    token: {
      en: 'Token for the Authorization header: `Bearer` and the token',
      ar: 'رمز الوصول للترويسة `Authorization`: الكلمة `Bearer` ثم الرمز',
      example: 'eyJhbGciOiJFUzI1NiIs…',
    },
  },
  TokenError: {
    error: {
      en: 'Error code of RFC 6749, section 5.2',
      ar: 'رمز الخطأ حسب `RFC 6749`، القسم 5.2',
      example: 'invalid_client',
    },
    error_description: {
      en: 'The error in words, in English',
      ar: 'وصف الخطأ بالإنجليزية',
      example: 'The client is unknown, or its secret is wrong',
    },
    error_description_ar: {
      en: 'The error in words, in Arabic, with `Accept-Language: ar`',
      ar: 'وصف الخطأ بالعربية، عند إرسال `Accept-Language: ar`',
      example: 'البرنامج غير معروف، أو أن سره غير صحيح',
    },
  },
  IssuerMetadata: {
    issuer: {
      en: 'Issuer (`iss`) of the tokens; the other members are those of RFC 8414',
      ar: 'مُصدر الرموز (`iss`)؛ بقية الحقول كما في `RFC 8414`',
      example: 'https://selfbill.example',
    },
  },
  JsonWebKeySet: {
    keys: {
      en: 'Public keys that verify tokens and evidence, newest first',
      ar: 'المفاتيح العامة التي تتحقق من الرموز والأدلة، الأحدث أولًا',
    },
  },
  JsonWebKey: {
    kid: {
      en: 'Id of the key, as in the header of a token',
      ar: 'معرّف المفتاح كما في ترويسة الرمز',
      example: 'c4d5e6f7-0a1b-4c2d-8e3f-4a5b6c7d8e9f',
    },
    kty: {
      en: 'Kind of the key (RFC 7517); the other members depend on it',
      ar: 'نوع المفتاح (RFC 7517)؛ وعليه تعتمد بقية الحقول',
      example: 'EC',
    },
  },
  'NewUser UserChange AnsweredUser': {
    name: {
      en: 'Name of the person, as others in the organisation see it',
      ar: 'اسم الشخص كما يراه الآخرون في المنشأة',
      example: 'Amal Haddad',
    },
    role: {
      en: 'What the person may do: each role may do what those before it may',
      ar: 'ما يُسمح للشخص به: لكل دور ما للأدوار التي قبله',
    },
  },
  'NewUser UserChange': {
    email: {
      en: 'E-mail address, stored in lower case. ASCII alone; a domain in another script in its xn-- form',
      ar: 'البريد الإلكتروني، ويُحفظ بأحرف صغيرة. بأحرف `ASCII` وحدها؛ والنطاق بكتابة أخرى بصيغة `xn--`',
      example: 'amal@harbour-manufacturing.example',
    },
    language: {
      en: "Language of the person's pages and e-mails; left out on a new user, the browser's",
      ar: 'لغة صفحات الشخص ورسائله؛ لغة المتصفح إن لم تُرسل لمستخدم جديد',
    },
  },
  AnsweredUser: {
    user_id: {
      en: 'Id of the user, as paths and the audit log have it',
      ar: 'معرّف المستخدم كما يرد في المسارات وسجل التدقيق',
      example: '41b7e0d6-2c9a-4f53-8f6b-5a0d1e2c3b44',
    },
    email: {
      en: 'E-mail address; absent when none is known',
      ar: 'البريد الإلكتروني؛ لا يظهر إن لم يُعرف',
      example: 'amal@harbour-manufacturing.example',
    },
    email_confirmed: {
      en: 'True: the user has confirmed the address. Absent otherwise, and then no notices go there',
      ar: 'القيمة `true`: أكّد المستخدم العنوان. لا يظهر بخلاف ذلك، وعندها لا تُرسل إليه تنبيهات',
    },
    invitation_expires_at: {
      en:
        'Until when the user can accept the invitation after a sign-in at the OpenID provider, RFC 3339. ' +
        'Absent for a user who has an identity there, and where the provider names organisations itself',
      ar:
        'إلى متى يمكن للمستخدم قبول الدعوة بعد تسجيل الدخول لدى مزوّد `OpenID` بصيغة `RFC 3339`. لا يظهر لمن له هوية ' +
        'هناك، ولا حيث يذكر المزوّد المنشآت بنفسه',
      example: '2026-07-22T09:00:00.000Z',
    },
    language: {
      en: "Language of the user's pages and e-mails; absent: the browser's",
      ar: 'لغة صفحات المستخدم ورسائله؛ إن غابت فلغة المتصفح',
    },
    signs_in_at_provider: {
      en: 'True: has signed in at the OpenID provider; absent otherwise',
      ar: 'القيمة `true`: سجّل الدخول لدى مزوّد `OpenID`؛ لا يظهر بخلاف ذلك',
    },
  },
  Me: {
    kind: {
      en: "Whose token it is: a person's, a client's, or one of a trusted issuer",
      ar: 'صاحب الرمز: شخص أو برنامج أو حساب لدى مُصدر موثوق',
    },
    id: {
      en: "Id of the user or client, or the `sub` of another issuer's token",
      ar: 'معرّف المستخدم أو البرنامج، أو `sub` في رمز مُصدر آخر',
      example: '41b7e0d6-2c9a-4f53-8f6b-5a0d1e2c3b44',
    },
    name: {
      en: 'Name of the person or client; absent for an account of another issuer',
      ar: 'اسم الشخص أو البرنامج؛ لا يظهر لحساب لدى مُصدر آخر',
      example: 'Amal Haddad',
    },
    email: {
      en: 'E-mail address of the person; absent for others',
      ar: 'البريد الإلكتروني للشخص؛ لا يظهر لغيره',
      example: 'amal@harbour-manufacturing.example',
    },
    email_confirmed: {
      en: 'True: the person has confirmed the address; absent otherwise',
      ar: 'القيمة `true`: أكّد الشخص العنوان؛ لا يظهر بخلاف ذلك',
    },
    role: { en: 'Role of the person; absent for others', ar: 'دور الشخص؛ لا يظهر لغيره' },
    language: {
      en: "Language of the person's pages and e-mails; absent: the browser's",
      ar: 'لغة صفحات الشخص ورسائله؛ إن غابت فلغة المتصفح',
    },
    session_id: {
      en: "Session of the person's token; absent for others",
      ar: 'جلسة رمز الشخص؛ لا تظهر لغيره',
      example: 'b0c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d',
    },
    organisation: { en: 'Organisation that the account acts for', ar: 'المنشأة التي يعمل الحساب باسمها' },
    scopes: { en: 'What this token may do', ar: 'ما يُسمح لهذا الرمز به' },
  },
  'Me MeChange': {
    notices: {
      en: 'When the person gets e-mails about rejections, failed rules and stalled legs',
      ar: 'متى تصل إلى الشخص رسائل عن الرفض والقواعد غير المستوفاة وعمليات الإرسال المتوقفة',
    },
  },
  MeChange: {
    language: {
      en: 'Language of your pages and e-mails; left out, it stays',
      ar: 'لغة صفحاتك ورسائلك؛ تبقى كما هي إن لم تُرسل',
    },
  },
  Session: {
    session_id: {
      en: 'Id of the session, to end it',
      ar: 'معرّف الجلسة، لإنهائها',
      example: 'b0c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d',
    },
    user_agent: {
      en: 'What the browser calls itself',
      ar: 'الاسم الذي يعرّف به المتصفح نفسه',
      example: 'Mozilla/5.0 …',
    },
    is_current: { en: 'True: the session of this token', ar: 'القيمة `true`: جلسة هذا الرمز' },
    last_seen_at: {
      en: 'When the session was last used, to the minute, RFC 3339',
      ar: 'وقت آخر استخدام للجلسة بصيغة `RFC 3339`، بدقة الدقيقة',
      example: '2026-07-15T09:00:00.000Z',
    },
    expires_at: {
      en: 'When the session ends, RFC 3339',
      ar: 'وقت انتهاء الجلسة بصيغة `RFC 3339`',
      example: '2026-07-15T21:00:00.000Z',
    },
  },
  LoginLink: {
    path: {
      en: 'Path of the link on this service; it holds a secret',
      ar: 'مسار الرابط في هذه الخدمة؛ يتضمن سرًا',
      example: '/console/sign-in/3q2b…',
    },
    url: {
      en: 'The whole address; absent when `PUBLIC_URL` is not set',
      ar: 'العنوان كاملًا؛ لا يظهر إن لم يُحدد `PUBLIC_URL`',
      example: 'https://selfbill.example/console/sign-in/3q2b…',
    },
    expires_at: {
      en: 'Until when the link signs in, once, RFC 3339',
      ar: 'إلى متى يصلح الرابط لتسجيل الدخول مرة واحدة بصيغة `RFC 3339`',
      example: '2026-07-15T09:15:00.000Z',
    },
  },
  AuditEntry: {
    id: { en: 'Id of the entry', ar: 'معرّف المدخل', example: 'c3f1b9d8-7e21-4d0c-8d2b-1a5b6c7d8e9f' },
    at: { en: 'When it happened, RFC 3339', ar: 'وقت الحدث بصيغة `RFC 3339`', example: '2026-07-15T06:20:30.000Z' },
    actor: { en: 'Who did it', ar: 'من قام به' },
    action: {
      en: 'The operationId, or an event such as `signIn`',
      ar: 'معرّف العملية (`operationId`) أو حدث مثل `signIn`',
      example: 'createWebhook',
    },
    target: { en: 'What was changed', ar: 'ما الذي تغيّر' },
    detail: { en: 'What was sent, shortened and without secrets', ar: 'ما أُرسل، مختصرًا ودون أسرار' },
  },
  AuditActor: {
    kind: { en: 'Kind of account that acted', ar: 'نوع الحساب الذي قام بالفعل' },
    id: {
      en: 'Id of the user, client or other account',
      ar: 'معرّف المستخدم أو البرنامج أو حساب آخر',
      example: '41b7e0d6-2c9a-4f53-8f6b-5a0d1e2c3b44',
    },
    name: {
      en: 'Name at the time of the change; absent when none was known',
      ar: 'الاسم وقت التغيير؛ لا يظهر إن لم يُعرف',
      example: 'Amal Haddad',
    },
  },
  AuditTarget: {
    kind: {
      en: 'Kind of thing, such as `user`, `client` or `webhook`',
      ar: 'نوع الشيء، مثل `user` أو `client` أو `webhook`',
      example: 'webhook',
    },
    id: {
      en: 'Id of the thing; absent where it has none',
      ar: 'معرّف الشيء؛ لا يظهر إن لم يكن له معرّف',
      example: 'd4e5f601-2a3b-4c5d-9e6f-7a8b9c0d1e2f',
    },
  },
}
