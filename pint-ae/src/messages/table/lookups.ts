import type { MessageRow } from '../texts.ts'

/** Why a participant could not be looked up. Source: docs/decisions/0083. */
export const lookupMessages = {
  lookups_busy: {
    en: 'too many participants are looked up at the moment',
    ar: 'عدد المشاركين الذين يجري البحث عنهم حاليًا كبير جدًا',
  },
  name_server_zone_unknown: {
    en: 'the name servers do not know the zone {zone}',
    ar: 'خوادم الأسماء لا تعرف النطاق {zone}',
  },
  name_servers_silent: { en: 'the name servers gave no answer ({code})', ar: 'لم ترد خوادم الأسماء ({code})' },
  publisher_unnamed: {
    en: 'the record of the participant names no metadata publisher',
    ar: 'لا يذكر سجل المشارك ناشرًا لبياناته الوصفية',
  },
  publisher_address: { en: 'its metadata publisher: {problem}', ar: 'ناشر بياناته الوصفية: {problem}' },
  publisher_private: { en: '{publisher} leads to no public address', ar: 'لا يؤدي {publisher} إلى عنوان عام' },
  publisher_status: {
    en: 'the metadata publisher {publisher} answered {status}',
    ar: 'رد ناشر البيانات الوصفية {publisher} بالحالة {status}',
  },
  publisher_silent: {
    en: 'the metadata publisher {publisher} gave no answer ({reason})',
    ar: 'لم يرد ناشر البيانات الوصفية {publisher} ({reason})',
    quoted: ['reason'],
  },
  metadata_too_large: {
    en: 'the answer of {publisher} is larger than {max} bytes',
    ar: 'حجم رد {publisher} أكبر من الحد الأقصى بالبايت وهو {max}',
  },
  metadata_unreadable: {
    en: 'the answer of the metadata publisher is unreadable: {reason}',
    ar: 'تعذّرت قراءة رد ناشر البيانات الوصفية: {reason}',
    quoted: ['reason'],
  },
  metadata_element_missing: {
    en: 'the answer of the metadata publisher has no {element}',
    ar: 'لا يحتوي رد ناشر البيانات الوصفية على العنصر {element}',
  },
  metadata_of_another_participant: {
    en: 'the answer of the metadata publisher is about another participant',
    ar: 'رد ناشر البيانات الوصفية عن مشارك آخر',
  },
  publisher_redirects_twice: {
    en: 'its metadata publishers redirect twice',
    ar: 'يحيل ناشرا بياناته الوصفية الطلب مرتين',
  },
} as const satisfies Readonly<Record<string, MessageRow>>
