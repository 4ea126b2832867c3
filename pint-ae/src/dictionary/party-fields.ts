import type { FieldTable } from './field-words.ts'

/** Parties and their addresses. */
export const partyFields: FieldTable = {
  'Party BusinessProfile AnsweredBusinessProfile': {
    name: {
      en: 'Trading name of the party, as its partners know it',
      ar: 'الاسم التجاري للطرف كما يعرفه المتعاملون معه',
      example: 'Gulf Metals Trading',
    },
    party_name: {
      en: 'Registered legal name. A business needs it; a customer who is an individual must not have it',
      ar: 'الاسم القانوني المسجّل. يلزم للمنشآت، ولا يُرسل للعميل الفرد',
      example: 'Gulf Metals Trading LLC',
    },
    postal_address: {
      en: 'Address that the document shows for the party. Its country decides whether the party is in the UAE',
      ar: 'العنوان الذي يظهر للطرف في المستند. دولته تحدد ما إذا كان الطرف في دولة الإمارات',
    },
    scheme_agency_id: {
      en:
        'Kind of registration behind `company_id`. `EID` and `PAS` mean an individual; any other kind, or none, a ' +
        'business',
      ar: 'نوع التسجيل في `company_id`. القيمتان `EID` و`PAS` للأفراد، وغيرهما أو غياب الحقل يعني منشأة',
    },
    company_id: {
      en:
        'Number of the trade licence, identity card, passport or other registration. Mandatory with ' +
        '`scheme_agency_id`',
      ar: 'رقم الرخصة التجارية أو الهوية أو جواز السفر أو أي تسجيل آخر. إلزامي مع `scheme_agency_id`',
      example: 'CN-1002345',
    },
    party_identification_id: {
      en: 'Another identifier of the party, such as its GLN or your own supplier number',
      ar: 'معرّف آخر للطرف، مثل رقم `GLN` أو رقم المورّد في نظامك',
      example: '6291041500213',
    },
    party_identification_scheme_id: {
      en: 'ISO 6523 code of the scheme of `party_identification_id`; not allowed without that identifier',
      ar: 'رمز `ISO 6523` لنظام ترميز `party_identification_id`، ولا يُرسل دون ذلك المعرّف',
      example: '0088',
    },
    authority_name: {
      en: 'Authority that issued the trade licence. Mandatory with the registration type `TL`',
      ar: 'الجهة التي أصدرت الرخصة التجارية. إلزامي مع نوع التسجيل `TL`',
      example: 'Dubai Department of Economy and Tourism',
    },
    passport_issuing_country_code: {
      en: 'Country that issued the passport. Mandatory with the registration type `PAS`',
      ar: 'الدولة التي أصدرت جواز السفر. إلزامي مع نوع التسجيل `PAS`',
    },
    tin: {
      en:
        'Taxpayer number in the UAE: ten digits, the first is 1. Mandatory for a UAE supplier and a UAE business ' +
        'customer; not allowed abroad',
      ar:
        'رقم التعريف الضريبي في دولة الإمارات: عشرة أرقام أولها 1. إلزامي للمورّد وللعميل المنشأة داخل الدولة، ولا ' +
        'يُرسل لمنشأة خارجها',
      example: '1002345678',
    },
    party_tax_scheme: {
      en:
        'VAT registration of the party. A supplier without one cannot be self-billed. A business abroad must not have ' +
        'one, except as the customer of an export',
      ar:
        'تسجيل الطرف في ضريبة القيمة المضافة. لا تُصدَر فاتورة ذاتية نيابة عن مورّد من دونه. لا يُرسل لمنشأة خارج ' +
        'الدولة إلا إذا كانت العميل في عملية تصدير',
    },
    endpoint_id: {
      en:
        'Address of the party on Peppol: its TIN in the UAE. 9900000097, …98 and …99 stand for receivers outside ' +
        'the network',
      ar:
        'عنوان الطرف على شبكة Peppol، وهو رقم التعريف الضريبي داخل الدولة. الأرقام 9900000097 و…98 و…99 لمن ليسوا ' +
        'على الشبكة',
      example: '1002345678',
    },
    endpoint_scheme_id: {
      en: 'Scheme of `endpoint_id`, from the Peppol list of participant identifier schemes; `0235` is the UAE TIN',
      ar: 'نظام ترميز `endpoint_id` من قائمة أنظمة المعرّفات في Peppol؛ الرمز `0235` لرقم التعريف الضريبي في الإمارات',
      example: '0235',
    },
    email: {
      en: 'E-mail address of the contact. Any other text is accepted too, with the warning SB-EMAIL',
      ar: 'عنوان البريد الإلكتروني لجهة الاتصال. يُقبل أي نص آخر مع التنبيه `SB-EMAIL`',
      example: 'accounts@gulf-metals.example',
    },
    telephone: {
      en: 'Telephone number of the contact, in any notation. Mandatory for a supplier in the UAE',
      ar: 'رقم هاتف جهة الاتصال بأي صيغة. إلزامي للمورّد داخل الدولة',
      example: '+971 4 555 0100',
    },
    party_name_in_local_language: {
      en: 'Name in Arabic or another script. It is stored and answered, but not written to the UBL',
      ar: 'الاسم بالعربية أو بكتابة أخرى. يُحفظ ويظهر في الرد، ولا يُكتب في `UBL`',
      example: 'الخليج للمعادن',
    },
    company_legal_form: {
      en: 'Further legal facts, such as the legal form or the share capital',
      ar: 'بيانات قانونية إضافية، مثل الشكل القانوني أو رأس المال',
      example: 'Limited liability company',
    },
    logo_url: {
      en: 'Address of a logo. It is stored and answered, but never fetched or shown',
      ar: 'عنوان شعار المنشأة. يُحفظ ويظهر في الرد، ولا يُجلب ولا يُعرض',
      example: 'https://gulf-metals.example/logo.png',
    },
    contact_name: {
      en: 'Person or department to contact',
      ar: 'الشخص أو القسم الذي يمكن التواصل معه',
      example: 'Accounts receivable',
    },
  },
  Party: {
    profile_id: {
      en:
        'Business profile that the party comes from. One that you send must be a business profile of your ' +
        'organisation',
      ar: 'بيانات المنشأة التي أُخذ منها الطرف. إن أرسلتها فيجب أن تكون من بيانات منشأتك',
      example: 'BP-DEMO000001',
    },
  },
  BusinessProfile: {
    profile_id: {
      en: 'Your own id for the profile: up to 64 letters, digits and hyphens. Left out, the service mints one',
      ar: 'معرّف تختاره للملف: حتى 64 من الحروف اللاتينية والأرقام والشرطات. إن لم يُرسل أنشأت الخدمة معرّفًا',
      example: 'BP-DEMO000001',
    },
    status: {
      en:
        'Only an active profile can issue documents. Left out, a new profile is active and an old one keeps its ' +
        'status',
      ar: 'الملف النشط وحده يصدر المستندات. إن لم تُرسل الحالة كان الملف الجديد نشطًا وبقي الملف القائم على حالته',
    },
  },
  AnsweredBusinessProfile: {
    created_at: {
      en: 'When it was created, RFC 3339; in compatibility mode Unix seconds, a number',
      ar: 'وقت الإنشاء بصيغة `RFC 3339`؛ وفي وضع التوافق رقم بثواني `Unix`',
      example: '2026-07-15T09:00:00.000Z',
    },
    updated_at: {
      en: 'When it was last changed, RFC 3339; in compatibility mode Unix seconds, a number',
      ar: 'وقت آخر تغيير بصيغة `RFC 3339`؛ وفي وضع التوافق رقم بثواني `Unix`',
      example: '2026-07-15T09:00:00.000Z',
    },
    id: {
      en: 'In compatibility mode alone: a UUID of the profile that never changes',
      ar: 'في وضع التوافق وحده: معرّف `UUID` للملف لا يتغير أبدًا',
      example: '3f2b9a64-7c1d-4e0a-9b53-2f6f3d1c8a70',
    },
    profile_id: {
      en: 'Id of the business profile, as the path of a create takes it',
      ar: 'معرّف بيانات المنشأة كما يُكتب في مسار الإصدار',
      example: 'BP-DEMO000001',
    },
    status: {
      en: 'Only an `ACTIVE` profile can issue documents. `COMPLETED` is what compatibility mode calls `ACTIVE`',
      ar: 'الملف بحالة `ACTIVE` وحده يصدر المستندات. `COMPLETED` هو اسم `ACTIVE` في وضع التوافق',
    },
  },
  Address: {
    street_name: {
      en: 'Street and house number, or another main line of the address',
      ar: 'الشارع ورقم المبنى، أو سطر العنوان الرئيسي',
      example: 'Al Quoz 3, Street 18',
    },
    additional_street_name: {
      en: 'Building, area or another second line of the address',
      ar: 'المبنى أو المنطقة أو السطر الثاني من العنوان',
      example: 'Musaffah Industrial Area',
    },
    city_name: { en: 'City or town', ar: 'المدينة أو البلدة', example: 'Dubai' },
    postal_zone: {
      en: 'Postal code. The UAE has none, so UAE addresses usually leave it out',
      ar: 'الرمز البريدي. لا رموز بريدية في دولة الإمارات، فلا يُرسل عادة لعناوينها',
      example: '00000',
    },
    country_subentity: {
      en:
        'Emirate, province or state. In the UAE one of AUH, DXB, SHJ, UAQ, FUJ, AJM, RAK: another text is a ' +
        'finding of IBR-128-AE',
      ar:
        'الإمارة أو المقاطعة أو الولاية. داخل الدولة: AUH أو DXB أو SHJ أو UAQ أو FUJ أو AJM أو RAK، وأي نص آخر ' +
        'مخالفة للقاعدة `IBR-128-AE`',
      example: 'DXB',
    },
    address_line: {
      en: 'Third line, for what the other members have no place for',
      ar: 'سطر ثالث لما لا مكان له في الحقول الأخرى',
      example: 'Floor 2',
    },
    country: {
      en: 'Name of the country, for readers. The UBL has only `country_code`',
      ar: 'اسم الدولة للقراءة فقط. يُكتب في `UBL` رمزها `country_code` وحده',
      example: 'United Arab Emirates',
    },
    country_code: {
      en: 'Country by its ISO 3166-1 code of two letters; `AE` means the UAE',
      ar: 'الدولة برمزها من حرفين حسب `ISO 3166-1`؛ الرمز `AE` لدولة الإمارات',
    },
  },
  PartyTaxScheme: {
    company_id: {
      en: 'VAT registration number (TRN): 15 digits, from 1 to 03',
      ar: 'رقم التسجيل الضريبي (`TRN`): 15 رقمًا أولها 1 وآخرها 03',
      example: '100234567800003',
    },
    tax_scheme: {
      en: 'Name of the tax that the number is for: `VAT`',
      ar: 'اسم الضريبة التي يخصها الرقم: `VAT`',
      example: 'VAT',
    },
  },
}
