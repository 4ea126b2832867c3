import { words } from '../../language/words.ts'

/** Rows of a spreadsheet that become lines. */
export const pasteWords = words('paste', {
  title: { en: 'Paste rows from a spreadsheet', ar: 'لصق صفوف من جدول بيانات' },
  rows: { en: 'Copied rows', ar: 'الصفوف المنسوخة' },
  columns: {
    en: 'The first row may name the columns. Without it they are in the order of the fields of a line.',
    ar: 'يجوز أن يحمل الصف الأول أسماء الأعمدة، وإلا فترتيبها ترتيب حقول البند.',
  },
  numbers: {
    en: 'Numbers like 1,500 can be read in two ways and are refused: write 1500 or 1.5.',
    ar: 'الأرقام مثل 1,500 تُقرأ بوجهين فلا تُقبل: اكتب 1500 أو 1.5.',
  },
  add: { en: 'Add these rows', ar: 'إضافة هذه الصفوف' },
  problems: { en: 'Nothing was added. Correct these cells:', ar: 'لم يُضف شيء. صحّح هذه الخلايا:' },
  nothing: { en: 'There is no row to add.', ar: 'لا توجد صفوف لإضافتها.' },
  tooMany: {
    en: 'A form has at most {count} lines. Upload a file for more.',
    ar: 'يتسع النموذج لما لا يزيد على {count} بند. ارفع ملفًا لما زاد.',
  },
  tooLarge: {
    en: 'These rows are too many for the form. Paste fewer, or upload a file.',
    ar: 'هذه الصفوف أكثر مما يتسع له النموذج. الصق أقل منها أو ارفع ملفًا.',
  },
  unknownColumn: {
    en: 'Column {column}: “{text}” names no field of a line.',
    ar: 'العمود {column}: لا يوجد في البند حقل باسم «{text}».',
  },
  twice: { en: 'Two columns name the same field.', ar: 'عمودان يحملان اسم الحقل نفسه.' },
  noColumn: {
    en: 'Row {row}, column {column}: there is no field for “{text}”.',
    ar: 'الصف {row}، العمود {column}: لا يوجد حقل للقيمة «{text}».',
  },
  notAChoice: {
    en: 'Row {row}, {column}: “{text}” is not one of the choices.',
    ar: 'الصف {row}، {column}: القيمة «{text}» ليست من الخيارات.',
  },
  ambiguous: {
    en: 'Row {row}, {column}: “{text}” can be {thousands} or {decimals}. Write it in one of these ways.',
    ar: 'الصف {row}، {column}: قد تعني «{text}» {thousands} أو {decimals}. اكتبها بإحدى هاتين الصورتين.',
  },
  notANumber: {
    en: 'Row {row}, {column}: “{text}” is not a number.',
    ar: 'الصف {row}، {column}: القيمة «{text}» ليست رقمًا.',
  },
  more: { en: '{count} more cells', ar: 'خلايا أخرى: {count}' },
  shown: { en: 'Lines {first} to {last} of {count}', ar: 'البنود {first} إلى {last} من {count}' },
  earlier: { en: 'Earlier lines', ar: 'البنود السابقة' },
  later: { en: 'Later lines', ar: 'البنود اللاحقة' },
})
