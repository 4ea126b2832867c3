import type { Texts } from '../texts.ts'

/** Messages about a body that is not JSON. */
export const jsonMessages = {
  not_utf8: { en: 'The body is not valid UTF-8', ar: 'محتوى الطلب ليس بترميز `UTF-8` صحيح' },
  body_cut_off: {
    en: 'The body is shorter than its Content-Length',
    ar: 'محتوى الطلب أقصر مما تذكره الترويسة `Content-Length`',
  },
  not_json: {
    en: 'The body is not valid JSON: {problem} at line {line}, column {column}',
    ar: 'محتوى الطلب ليس `JSON` صحيحًا: {problem} (السطر {line}، العمود {column})',
  },
  member_repeated: { en: '{path} must not appear twice', ar: 'يجب ألا يتكرر الحقل {path}' },
  json_text_after_end: { en: 'unexpected text after the document', ar: 'يوجد نص زائد بعد نهاية المستند' },
  json_too_deep: { en: 'nested deeper than {max}', ar: 'عدد مستويات التداخل أكبر من {max}' },
  json_too_many_values: { en: 'more than {max} values', ar: 'عدد القيم أكبر من {max}' },
  json_name_expected: { en: 'a member name in quotes is expected', ar: 'كان المتوقع اسم حقل بين علامتي اقتباس' },
  json_sign_expected: { en: '{sign} is expected', ar: 'كان المتوقع {sign}' },
  json_end_expected: { en: '"," or "{end}" is expected', ar: 'كان المتوقع `","` أو {end}' },
  json_value_expected: { en: 'a value is expected', ar: 'كان المتوقع قيمة' },
  json_ends_early: { en: 'the text ends too early', ar: 'النص ناقص' },
  json_text_not_closed: { en: 'a text without its closing quote', ar: 'نص دون علامة اقتباس ختامية' },
  json_control_character: { en: 'a control character in a text', ar: 'محرف تحكم داخل نص' },
  json_unknown_escape: { en: 'an unknown escape', ar: 'تسلسل هروب غير معروف' },
  json_number_too_long: {
    en: 'a number longer than {max} characters',
    ar: 'رقم يزيد عدد محارفه على {max}',
  },
  json_number_out_of_range: { en: 'a number out of range', ar: 'رقم خارج النطاق المسموح به' },
} as const satisfies Readonly<Record<string, Texts>>
