import type { FieldTable } from '@selfbill/pint-ae/dictionary'

const id = '01981f2c-7c1e-7a40-9f0b-6a1d2c3e4f50'
const idOfDraft = {
  en: 'Id of the draft: a UUID that the program makes for a new one',
  ar: 'معرّف المسودة: قيمة `UUID` ينشئها البرنامج للمسودة الجديدة',
  example: id,
}
const family = {
  en: 'Family of the document, as paths name it',
  ar: 'نوع المستند كما يرد في المسارات',
  example: 'purchase-invoices',
}
const profile = {
  en: 'Business profile for which the document will be issued',
  ar: 'بيانات المنشأة التي سيصدر المستند لها',
  example: 'BP-DEMO000001',
}
const content = {
  en: 'The request as it was typed: JSON text that may lack members, or not be JSON yet; at most 1 MiB',
  ar: 'الطلب كما كُتب: نص `JSON` قد تنقصه عناصر أو لم يكتمل بعد، بحد أقصى `1 MiB`',
  example: '{"accounting_supplier_party":{"name":"Gulf Metals Trading LLC"}}',
}

/** What the fields of drafts mean. */
export const draftFields: FieldTable = {
  'saveDraft retrieveDraft deleteDraft': { draft_id: idOfDraft },
  deleteDraft: {
    version: { en: 'Delete only this version', ar: 'احذف هذا الإصدار فقط', example: 3 },
  },
  listDrafts: {
    of: {
      en: 'Whose drafts: `me`, or `everybody` in the organisation, for accounts with the scope `admin`',
      ar: 'مسودات من: `me` لمسوداتك، أو `everybody` لمسودات المنشأة كلها، للحسابات ذات النطاق `admin`',
      example: 'me',
    },
  },
  DraftRequest: {
    family,
    business_profile_id: profile,
    version: {
      en: 'Version that you have read; 0 for a new draft',
      ar: 'الإصدار الذي قرأته؛ 0 لمسودة جديدة',
      example: 0,
    },
    writer: {
      en: 'Id of the page that saves, made by the program: its own earlier saves do not count as changed elsewhere',
      ar: 'معرّف الصفحة التي تحفظ، ينشئه البرنامج: ما حفظته هي سابقًا لا يُعد تغييرًا في مكان آخر',
      example: '5d0c8f0e-6a51-4f6c-9a53-2f8f1a0c7c11',
    },
    content,
  },
  'Draft DraftWithContent': {
    draft_id: idOfDraft,
    family,
    business_profile_id: profile,
    user_id: {
      en: 'Person who began the draft',
      ar: 'الشخص الذي بدأ المسودة',
      example: '3f1d2c4b-5a69-4788-9cab-0d1e2f3a4b5c',
    },
    user_name: {
      en: 'Name of that person; null after their account was removed, and in the answer to a save',
      ar: 'اسم ذلك الشخص؛ `null` بعد إزالة حسابه، وفي الرد على الحفظ',
      example: 'Aisha Rahman',
    },
    document_number: {
      en: 'Number that was typed; null without one',
      ar: 'الرقم الذي أُدخل؛ `null` إن لم يوجد',
      example: 'SB-2026-0042',
    },
    party_name: {
      en: 'Name of the other party; null without one',
      ar: 'اسم الطرف الآخر؛ `null` إن لم يوجد',
      example: 'Gulf Metals Trading LLC',
    },
    version: { en: 'Counts the saves, from 1', ar: 'عدد مرات الحفظ، بدءًا من 1', example: 1 },
    created_at: {
      en: 'When it was begun, RFC 3339',
      ar: 'وقت بدئها بصيغة `RFC 3339`',
      example: '2026-07-15T06:20:30.000Z',
    },
    updated_at: {
      en: 'When it was last changed, RFC 3339; 90 days later it is deleted',
      ar: 'وقت آخر تغيير بصيغة `RFC 3339`؛ وتُحذف بعده بتسعين يومًا',
      example: '2026-07-15T06:25:00.000Z',
    },
  },
  Draft: {
    unreadable_reason: {
      en: 'Why the draft cannot be read, and only be deleted: the encryption key of the service was changed or lost',
      ar: 'سبب تعذّر قراءة المسودة، فلا يبقى إلا حذفها: تغيّر مفتاح التشفير في الخدمة أو فُقد',
    },
  },
  DraftWithContent: { content },
  DraftPage: { total_own: { en: 'How many drafts you have yourself', ar: 'عدد مسوداتك أنت', example: 3 } },
}
