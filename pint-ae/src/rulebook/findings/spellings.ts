import { enforced, published } from '../../codelists/codelists.ts'
import { fold } from '../../codelists/fold.ts'
import { unitSpellings } from '../../codelists/units.ts'

/**
 * The code that a text certainly means in a list; undefined when no name matches. Case, spaces,
 * punctuation, accents and the usual variants of Arabic letters make no difference.
 */
export function codeNamed(list: NamedList, text: string): string | undefined {
  const folded = fold(text)
  return spellings[list].get(list === 'emirate' ? withoutEmirate(folded) : folded)
}

export type NamedList = keyof typeof names

/**
 * Codes and the names that people write for them, only names that mean one code. A code is a name
 * of itself too.
 */
const names = {
  /** The emirates (ibr-128-ae), with their ISO 3166-2 codes. */
  emirate: {
    AUH: ['Abu Dhabi', 'Abu Zabi', 'Abu Zaby', 'AE-AZ', 'أبو ظبي'],
    DXB: ['Dubai', 'Dubayy', 'AE-DU', 'دبي'],
    SHJ: ['Sharjah', 'Al Sharjah', 'Ash Shariqah', 'AE-SH', 'الشارقة', 'شارقة'],
    AJM: ['Ajman', 'AE-AJ', 'عجمان'],
    UAQ: ['Umm Al Quwain', 'Um Al Quwain', 'Umm Al Qaiwain', 'Umm Al Quwayn', 'Umm Al Qaywayn', 'AE-UQ', 'أم القيوين'],
    RAK: ['Ras Al Khaimah', 'Ras Al Khaima', 'Ras Al Khaymah', "Ra's al Khaymah", 'AE-RK', 'رأس الخيمة'],
    FUJ: ['Fujairah', 'Al Fujairah', 'Fujayrah', 'Al Fujayrah', 'AE-FU', 'الفجيرة', 'فجيرة'],
  },
  unit: unitSpellings,
  /** Reasons for an allowance, UNTDID 5189 (ibr-cl-19). */
  allowanceReason: { '95': ['Discount', 'خصم'], '100': ['Special rebate'] },
  /** Reasons for a charge, UNTDID 7161 (ibr-cl-20). */
  chargeReason: {
    AA: ['Advertising', 'إعلان'],
    CG: ['Cleaning', 'تنظيف'],
    FC: ['Freight', 'Freight service', 'Freight charges', 'شحن', 'أجور الشحن', 'رسوم الشحن'],
    FI: ['Financing', 'تمويل'],
    HD: ['Handling', 'مناولة'],
    IAA: ['Installation', 'تركيب'],
    IF: ['Inspection', 'فحص'],
    LA: ['Labelling', 'Labeling'],
    PC: ['Packing', 'تعبئة'],
    RAF: ['Restocking'],
    SAA: ['Shipping and handling', 'Shipping & handling'],
    TAC: ['Testing', 'اختبار'],
    WH: ['Warehousing', 'تخزين'],
  },
  /** Goods under reverse charge, with their names in the UAE list (ibr-006-ae). */
  goodsType: Object.fromEntries(Object.entries(published.GoodsType).map(([code, name]) => [code, [name]])),
  /** The only tax (ibr-133-ae). */
  tax: { VAT: ['V.A.T.', 'Value Added Tax', 'ضريبة القيمة المضافة'] },
  /** The list of an item classification (ibr-188-ae). */
  classification: { HS: ['H.S.', 'HS code', 'Harmonized System', 'Harmonised System', 'النظام المنسق'] },
  /** The scheme of an additional identification (ibr-189-ae). */
  itemScheme: { SAC: ['Service Accounting Code', 'SAC code'] },
  /** The scheme of a GTIN (ibr-cl-21); the id itself must be a GTIN. */
  gtinScheme: { '0160': ['160', 'GTIN', 'EAN', 'UPC', 'GTIN-8', 'GTIN-12', 'GTIN-13', 'GTIN-14'] },
} satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** The code lists that contain the codes above; a test checks it. */
export const listsOfCodes: Readonly<Partial<Record<NamedList, readonly string[]>>> = {
  unit: enforced['ibr-cl-23'],
  allowanceReason: enforced['ibr-cl-19'],
  chargeReason: enforced['ibr-cl-20'],
  goodsType: enforced['ibr-006-ae'],
  gtinScheme: enforced['ibr-cl-21'],
  classification: enforced['ibr-cl-13'],
}

/** Every name of a list with the code it means. */
export function namesOf(list: NamedList): readonly (readonly [name: string, code: string])[] {
  return Object.entries<readonly string[]>(names[list]).flatMap(([code, written]) =>
    [code, ...written].map((name) => [name, code] as const),
  )
}

const spellings: Readonly<Record<NamedList, ReadonlyMap<string, string>>> = {
  emirate: folded('emirate'),
  unit: folded('unit'),
  allowanceReason: folded('allowanceReason'),
  chargeReason: folded('chargeReason'),
  goodsType: folded('goodsType'),
  tax: folded('tax'),
  classification: folded('classification'),
  itemScheme: folded('itemScheme'),
  gtinScheme: folded('gtinScheme'),
}

function folded(list: NamedList): ReadonlyMap<string, string> {
  return new Map(namesOf(list).map(([name, code]) => [fold(name), code]))
}

/** "Emirate of Dubai", "Dubai Emirate" and إمارة دبي all mean Dubai. */
function withoutEmirate(text: string): string {
  return text.replace(/^(the)?emirateof|emirate$|^اماره/, '')
}
