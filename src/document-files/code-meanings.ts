import { unitName } from '@selfbill/pint-ae/code-lists'
import { folded } from './column-names.ts'

/** A word in both languages. */
export interface Meaning {
  readonly en: string
  readonly ar: string
}

/** What a code means in a column; undefined where we have no word for it. */
function codeMeaning(column: string, code: string): Meaning | undefined {
  if (column.endsWith('unit_code')) return unitMeaning(code)
  const codes = codesOf(column)
  const words = codes !== undefined && Object.hasOwn(codes, code) ? codes[code] : undefined
  return words && { en: words[0], ar: words[1] }
}

/** `KGM (kilogram)`; the code alone where we have no word. */
export function codeWithMeaning(column: string, code: string): Meaning {
  const meaning = codeMeaning(column, code)
  return meaning === undefined
    ? { en: code, ar: code }
    : { en: `${code} (${meaning.en})`, ar: `${code} (${meaning.ar})` }
}

/**
 * The code that a cell means by its words, or by both as a message shows them: `Credit transfer`,
 * `30 (credit transfer)`. Undefined where a column has no such words.
 */
export function codeOfWords(column: string, text: string): string | undefined {
  const codes = codesOf(column)
  if (codes === undefined) return undefined
  const [, first = '', words = text] = /^(\S+) \((.+)\)$/.exec(text.trim()) ?? []
  const key = folded(words)
  const found = Object.entries(codes).find(([, names]) => names.some((name) => folded(name) === key))?.[0]
  return first === '' || first === found ? found : undefined
}

/** The codes of a column with their words, of units the common ones; else undefined. */
export function codesIn(column: string): readonly CodeWithMeaning[] | undefined {
  if (column.endsWith('unit_code')) {
    return commonUnits.map((code) => ({ code, meaning: unitMeaning(code) ?? { en: code, ar: code } }))
  }
  const codes = codesOf(column)
  return codes && Object.entries(codes).map(([code, [en, ar]]) => ({ code, meaning: { en, ar } }))
}

export interface CodeWithMeaning {
  readonly code: string
  readonly meaning: Meaning
}

/** The codes of a column with their words; undefined where we have none. */
function codesOf(column: string): Codes | undefined {
  return Object.entries(meanings).find(([member]) => column.endsWith(member))?.[1]
}

/** Units that most files have, for a person whose unit nobody knows. */
export const commonUnits = ['EA', 'KGM', 'TNE', 'LTR', 'MTR', 'HUR', 'DAY'] as const

function unitMeaning(code: string): Meaning | undefined {
  const [en, ar] = [unitName(code, 'en'), unitName(code, 'ar')]
  return en === code ? undefined : { en, ar }
}

const vatCategories: Codes = {
  S: ['standard rate', 'النسبة الأساسية', 'standard rate (5 %)', 'النسبة الأساسية (5 %)'],
  Z: ['zero rate', 'نسبة الصفر'],
  E: ['exempt', 'معفى'],
  O: ['outside the scope of VAT', 'خارج نطاق الضريبة'],
  AE: ['reverse charge', 'الاحتساب العكسي'],
  N: ['profit margin', 'هامش الربح', 'نظام هامش الربح'],
}

/** As the form has it. */
const longTreatment = 'تغيّر المعاملة الضريبية بسبب تغيّر طبيعة التوريد'

/** By the end of a path. */
const meanings: Readonly<Record<string, Codes>> = {
  'tax_category.id': vatCategories,
  'commodity_classification.commodity_code': {
    G: ['goods', 'سلع'],
    S: ['services', 'خدمات'],
    B: ['goods and services', 'سلع وخدمات'],
  },
  payment_means_code: {
    '1': ['not stated yet', 'غير محددة بعد'],
    '10': ['cash', 'نقدًا'],
    '20': ['cheque', 'شيك', 'check'],
    '21': ['banker’s draft', 'شيك مصرفي', "banker's draft"],
    '30': ['credit transfer', 'تحويل بنكي', 'bank transfer'],
    '49': ['direct debit', 'خصم مباشر'],
    '54': ['credit card', 'بطاقة ائتمان'],
    '55': ['debit card', 'بطاقة خصم'],
    '68': ['online payment service', 'خدمة دفع إلكترونية'],
  },
  tax_exemption_reason_code: {
    'DL8.46.1': ['certain financial services', 'الخدمات المالية المحددة'],
    'DL8.46.2': ['residential buildings (sale or lease)', 'المباني السكنية (بيعًا أو إيجارًا)'],
    'DL8.46.3': ['bare land', 'الأراضي الفضاء'],
    'DL8.46.4': ['local passenger transport', 'النقل المحلي للركاب'],
  },
  nature_code: {
    'DL8.48.8.1': ['gold and diamonds', 'الذهب والألماس'],
    'DL8.48.8.2': ['electronic devices', 'الأجهزة الإلكترونية'],
    'DL8.48.3.1': ['crude or refined oil', 'النفط الخام أو المكرر'],
    'DL8.48.3.2': ['natural gas', 'الغاز الطبيعي غير المعالج أو المعالج'],
    'DL8.48.3.3': ['pure hydrocarbons', 'الهيدروكربونات النقية'],
  },
  discrepancy_response: {
    'DL8.61.1.A': ['supply cancelled', 'إلغاء التوريد'],
    'DL8.61.1.B': ['tax treatment changed', 'تغيّر المعاملة الضريبية', longTreatment],
    'DL8.61.1.C': ['price changed by agreement', 'تعديل المقابل المتفق عليه'],
    'DL8.61.1.D': ['goods or services returned', 'إرجاع السلع أو الخدمات'],
    'DL8.61.1.E': [
      'VAT charged or treated in error',
      'احتساب الضريبة بالخطأ',
      'احتساب الضريبة أو تطبيق معاملتها بالخطأ',
    ],
    VD: ['volume discount', 'خصم كمية', 'خصم الكمية'],
  },
}

/** After the words of both languages, other ways to write them. */
type Codes = Readonly<Record<string, readonly [en: string, ar: string, ...others: string[]]>>
