import type { Texts } from '../texts.ts'

/** What a dry run warns about. Nothing is refused for it. */
export const warningMessages = {
  issue_date_long_ago: {
    en: 'The issue date is {days} days ago. Check the month and the year',
    ar: 'مضى على تاريخ الإصدار {days} يومًا. راجع الشهر والسنة',
  },
  iban_length_wrong: {
    en: 'An IBAN of the UAE has 23 characters, and this one has {count}. Copy it again from the supplier',
    ar: 'رقم الآيبان الإماراتي 23 محرفًا، وعدد محارف هذا {count}. انسخه من المورّد مرة أخرى',
  },
  telephone_without_digits: {
    en: 'This telephone number has fewer than 5 digits. Enter a number that can be called',
    ar: 'في رقم الهاتف هذا أقل من 5 أرقام. أدخل رقمًا يمكن الاتصال به',
  },
  hs_code_unlikely: {
    en: 'An HS code has 4 to 12 digits, in pairs, such as 74081100. This one is {code}',
    ar: 'رمز النظام المنسق من 4 إلى 12 رقمًا بعدد زوجي، مثل 74081100. وهذا الرمز {code}',
  },
  quantity_large: {
    en: 'The quantity is {quantity}. Check it, and the unit',
    ar: 'الكمية {quantity}. راجعها مع الوحدة',
  },
  amount_unusual: {
    en: 'The amount is more than {times} times {largest}, the largest of the last {count} documents with this company',
    ar: 'المبلغ أكثر من {times} أضعاف {largest}، وهو أكبر مبلغ في آخر {count} مستندات مع هذه المنشأة',
  },
  invoice_of_other_party: {
    en: 'Invoice {number} is about another business: {party}',
    ar: 'الفاتورة {number} تخص جهة أخرى: {party}',
  },
  order_repeated: {
    en: 'Document {number} of {date} has the same order number and the same amount',
    ar: 'للمستند {number} بتاريخ {date} رقم أمر الشراء نفسه والمبلغ نفسه',
  },
  document_repeated: {
    en: 'Document {number} has the same parties, date and amount',
    ar: 'للمستند {number} الطرفان والتاريخ والمبلغ نفسها',
  },
  document_repeats_stored: {
    en: 'A stored document has the same parties, date and amount',
    ar: 'يوجد مستند محفوظ له الطرفان والتاريخ والمبلغ نفسها',
  },
  repeated_in_batch: {
    en: 'Another document of this batch has the same parties, date and amount',
    ar: 'في هذه الدفعة مستند آخر له الطرفان والتاريخ والمبلغ نفسها',
  },
  upload_restored: {
    en:
      'The service was restored from a backup while this file was being issued. Documents may have been sent that ' +
      'are not shown here. Ask the operator which ones before you issue the others',
    ar:
      'استُعيدت الخدمة من نسخة احتياطية أثناء إصدار هذا الملف. قد تكون مستندات أُرسلت ولا تظهر هنا. ' +
      'اسأل مشغّل الخدمة عنها قبل إصدار الباقي',
  },
  letters_without_font: {
    en: 'The printed page has no font for {letters}: a box is shown instead',
    ar: 'لا يوجد خط لطباعة {letters}: يظهر مربع مكانها',
  },
} as const satisfies Readonly<Record<string, Texts>>
