import { words } from '../../language/words.ts'

/** Lines that the supplier of the form was billed before. */
export const billedWords = words('billed-lines', {
  show: { en: 'Lines billed before', ar: 'بنود سبقت فوترتها' },
  title: { en: 'Lines billed before with this supplier', ar: 'بنود سبقت فوترتها مع هذا المورّد' },
  search: { en: 'Item, HS or service code', ar: 'السلعة أو الخدمة، أو رمزها' },
  find: { en: 'Find lines', ar: 'بحث عن البنود' },
  from: { en: 'in invoice {number} of', ar: 'في الفاتورة {number} بتاريخ' },
  none: {
    en: 'The newest invoices of this supplier have no line to take over.',
    ar: 'لا توجد في أحدث فواتير هذا المورّد بنود يمكن أخذها.',
  },
  nothing: { en: 'No line matches.', ar: 'لا يوجد بند مطابق.' },
  more: { en: 'There are more. Type a part of the name or code.', ar: 'توجد بنود أخرى. اكتب جزءًا من الاسم أو الرمز.' },
  noSupplier: {
    en: 'This supplier was not billed before. Choose a known supplier first.',
    ar: 'لم تسبق فوترة هذا المورّد. اختر موردًا معروفًا أولاً.',
  },
  manySuppliers: {
    en: 'The organisation has too many suppliers to look through all. This one is not among the first.',
    ar: 'موردو المؤسسة أكثر من أن يُبحث فيهم جميعًا. وهذا المورّد ليس من أوائلهم.',
  },
  taken: {
    en: 'Line {line} is filled in. Enter its quantity, and check the price.',
    ar: 'مُلئ البند {line}. أدخل كميته وراجع سعره.',
  },
  takenUnpriced: {
    en: 'Line {line} is filled in without its price, which was in {currency}. Enter quantity and price.',
    ar: 'مُلئ البند {line} من دون سعره، فقد كان بعملة {currency}. أدخل الكمية والسعر.',
  },
  gone: {
    en: 'This line is not there any more, or the form has no room for another line.',
    ar: 'لم يعد هذا البند موجودًا، أو لم يبقَ في النموذج مكان لبند آخر.',
  },
})
