import type { FieldTable } from './field-words.ts'

/** How a document is paid. */
export const paymentFields: FieldTable = {
  FinancialAccount: {
    id: {
      en: 'Number of the account, such as an IBAN. Mandatory for a credit transfer (30)',
      ar: 'رقم الحساب، مثل `IBAN`. إلزامي في التحويل الدائن (30)',
      example: 'AE070331234567890123456',
    },
    name: { en: 'Name of the holder of the account', ar: 'اسم صاحب الحساب', example: 'Gulf Metals Trading LLC' },
    financial_institution_branch_id: {
      en: 'Bank of the account, such as its BIC',
      ar: 'بنك الحساب، مثل رمز `BIC`',
      example: 'EBILAEAD',
    },
    address: { en: 'Address of the bank', ar: 'عنوان البنك' },
  },
  CardAccount: {
    primary_account_number_id: {
      en: 'Card number. The service masks it to its last four digits before it stores anything',
      ar: 'رقم البطاقة. تُخفيه الخدمة إلا آخر أربعة أرقام قبل أي حفظ',
      example: 'XXXX1111',
    },
    network_id: { en: 'Network of the card, such as VISA', ar: 'شبكة البطاقة، مثل `VISA`', example: 'VISA' },
    holder_name: { en: 'Name of the holder of the card', ar: 'اسم حامل البطاقة', example: 'Harbour Manufacturing' },
  },
  PaymentMandate: {
    id: {
      en: 'Reference of the direct debit mandate. Mandatory for a direct debit (49)',
      ar: 'مرجع تفويض الخصم المباشر. إلزامي في الخصم المباشر (49)',
      example: 'mandate-1',
    },
    payer_financial_account_id: {
      en: 'Account that is debited. Mandatory for a direct debit (49)',
      ar: 'الحساب الذي يُخصم منه. إلزامي في الخصم المباشر (49)',
      example: 'AE460261234567890123456',
    },
  },
  PaymentMeans: {
    id: {
      en: 'Your own id for this way to pay; `payment_terms.payment_means_id` may name it',
      ar: 'معرّف تختاره لوسيلة الدفع هذه، ويمكن أن يذكره `payment_terms.payment_means_id`',
      example: 'means-1',
    },
    payment_means_code: {
      en:
        'How it is paid, by the code of UNTDID 4461: 30 credit transfer, 49 direct debit, 54 credit card, 55 debit ' +
        'card, 10 cash',
      ar: 'طريقة الدفع برمز `UNTDID 4461`: 30 تحويل دائن، 49 خصم مباشر، 54 بطاقة ائتمان، 55 بطاقة خصم، 10 نقدًا',
    },
    payment_id: {
      en: 'References to quote with the payment, at most 100. None may contain a card number',
      ar: 'مراجع تُذكر مع الدفعة، 100 على الأكثر. يجب ألا يتضمن أي منها رقم بطاقة',
    },
    card_account: {
      en: 'Card of the payment. Mandatory for the codes 54 and 55',
      ar: 'بطاقة الدفع. إلزامية للرمزين 54 و55',
    },
    payee_financial_account: {
      en: 'Account to pay to. Mandatory for the code 30',
      ar: 'الحساب الذي يُدفع إليه. إلزامي للرمز 30',
    },
    payment_mandate: {
      en: 'Direct debit mandate. Mandatory for the code 49',
      ar: 'تفويض الخصم المباشر. إلزامي للرمز 49',
    },
  },
  PaymentTerms: {
    note: {
      en: 'Terms in words. They must not contain a card number',
      ar: 'الشروط نصًا. يجب ألا تتضمن رقم بطاقة دفع',
      example: '30 days net',
    },
    due_date: {
      en: 'Last day to pay by these terms, `yyyy-MM-dd`',
      ar: 'آخر يوم للدفع حسب هذه الشروط، بالصيغة `yyyy-MM-dd`',
      example: '2026-08-18',
    },
    installment_due_date: {
      en: 'Day of the instalment, `yyyy-MM-dd`',
      ar: 'تاريخ القسط، بالصيغة `yyyy-MM-dd`',
      example: '2026-08-19',
    },
    amount: {
      en: 'Amount of the instalment in the document currency, at most 2 decimals',
      ar: 'مبلغ القسط بعملة المستند، بخانتين عشريتين على الأكثر',
      example: 77,
    },
    payment_means_id: {
      en: 'The `id` of the way to pay that the terms belong to',
      ar: 'قيمة `id` لوسيلة الدفع التي تخصها الشروط',
      example: 'means-1',
    },
  },
}
