import type { Texts } from '../texts.ts'

/** Messages about credit notes by reference. */
export const creditMessages = {
  nothing_left_to_credit: {
    en: 'Nothing is left to be credited',
    ar: 'لم يبقَ في الفاتورة ما يمكن إصدار إشعار دائن عنه',
  },
  nothing_left_of_line_to_credit: {
    en: 'Nothing of line {line} is left to be credited',
    ar: 'لم يبقَ في البند {line} ما يمكن إصدار إشعار دائن عنه',
  },
  line_out_of_range: { en: 'Line must be from 1 to {lines}', ar: 'يجب أن يكون رقم البند من 1 إلى {lines}' },
  quantity_above_rest: {
    en: 'Quantity must be at most {left}, what is left of line {line}',
    ar: 'يجب ألا تزيد الكمية على {left}، وهي المتبقي من البند {line}',
  },
  amount_above_rest: {
    en: 'Amount must be at most {left}, what is left of line {line}',
    ar: 'يجب ألا يزيد المبلغ على {left}، وهو المتبقي من البند {line}',
  },
  quantity_or_amount: {
    en: 'Send either a quantity or an amount',
    ar: 'أرسل إما الكمية (`quantity`) أو المبلغ (`amount`)',
  },
  line_repeated: { en: 'Line {line} is named twice', ar: 'ذُكر البند {line} مرتين' },
  nothing_left_beside_other_credit_notes: {
    en: 'Nothing is left to be credited: it has other credit notes too ({numbers})',
    ar: 'لم يبقَ في الفاتورة ما يمكن إصدار إشعار دائن عنه، فلها إشعارات دائنة أخرى أيضًا ({numbers})',
  },
  little_left_beside_other_credit_notes: {
    en: 'Only {left} {currency} of the invoice is left to be credited: it has other credit notes too ({numbers})',
    ar: 'لم يبقَ سوى {left} {currency} يمكن إصدار إشعار دائن عنه، فللفاتورة إشعارات دائنة أخرى أيضًا ({numbers})',
  },
  untaxed_without_company_id: {
    en:
      'A credit note of exempt or out-of-scope lines alone (type 81) needs the company_id of the customer, ' +
      'and the invoice has none: credit them together with a taxed line',
    ar:
      'الإشعار الدائن الذي كل بنوده معفاة أو خارج نطاق الضريبة (النوع 81) يحتاج إلى الحقل `company_id` للعميل، ' +
      'وهو غير مذكور في الفاتورة: أضف إليها بندًا خاضعًا للضريبة',
  },
} as const satisfies Readonly<Record<string, Texts>>
