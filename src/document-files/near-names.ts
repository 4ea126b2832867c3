import { distance } from 'fastest-levenshtein'
import { folded } from './column-names.ts'
import { formNames, formNamesOfParty } from './form-names.ts'
import { type ColumnName, columnNames } from './plain-names.ts'

/**
 * The plain name, in the language of the heading, of the column that an unknown heading probably
 * means: a name with a few other letters, or one with all its words. Undefined where none is near.
 * It is only proposed: nobody guesses what a column means.
 */
export function nearName(heading: string, isColumn: (path: string) => boolean): string | undefined {
  if (heading.length > charactersMax) return undefined
  const name = folded(heading.replaceAll(/[_.:/()*-]+/g, ' '))
  const path = ofParty(meant.get(name), isColumn) ?? misspelt(name, isColumn) ?? sameWords(name, isColumn)
  if (path === undefined || !isColumn(path)) return undefined
  const plain = columnNames.find((one) => one.path === path)
  return /[\u0600-\u06ff]/.test(heading) ? plain?.ar : plain?.en
}

/** In a sale the other party is the customer. */
function ofParty(path: string | undefined, isColumn: (path: string) => boolean): string | undefined {
  return [path, path?.replace('supplier', 'customer')].find((one) => one !== undefined && isColumn(one))
}

/** A third of the letters may differ, at most three. The word of the party does not count. */
function misspelt(name: string, isColumn: (path: string) => boolean): string | undefined {
  const { length } = name.replace(/^(supplier|customer) /, '')
  let [near, fewest]: [string | undefined, number] = [undefined, Math.min(4, Math.ceil(length / 3))]
  for (const { key, path } of candidates) {
    const steps = distance(name, key)
    if (steps >= fewest || !isColumn(path)) continue
    ;[near, fewest] = [path, steps]
  }
  return near
}

/** The shortest name with all words of the heading. */
function sameWords(name: string, isColumn: (path: string) => boolean): string | undefined {
  const words = name.split(' ')
  if (name.length < 3) return undefined
  const having = candidates.filter(({ key, path }) => {
    const own = new Set(key.split(' '))
    return words.every((word) => own.has(word)) && isColumn(path)
  })
  return having.toSorted((a, b) => a.key.length - b.key.length)[0]?.path
}

/** Headings of other programs. Each is proposed, since it may mean something else there. */
const meant: ReadonlyMap<string, string> = new Map(
  Object.entries({
    document_number: ['invoice number', 'invoice no', 'inv no', 'رقم الفاتورة'],
    issue_date: ['invoice date', 'date', 'تاريخ الفاتورة', 'التاريخ'],
    'expected_totals.payable_amount': [
      'total',
      'total amount',
      'grand total',
      'amount due',
      'الإجمالي',
      'المبلغ الإجمالي',
    ],
    'line.expected_totals.net_amount': ['amount', 'net amount', 'line total', 'المبلغ', 'مبلغ البند'],
    'line.expected_totals.tax_amount': ['tax', 'tax amount', 'vat', 'vat amount', 'الضريبة', 'مبلغ الضريبة'],
    'line.classified_tax_category.percent': ['vat %', 'tax rate', 'tax %', 'نسبة ضريبة القيمة المضافة'],
    'order_reference.id': ['po', 'po no', 'po nr', 'lpo', 'lpo number', 'order no'],
    'accounting_supplier_party.postal_address.street_name': [
      'address',
      'supplier address',
      'vendor address',
      'العنوان',
    ],
    'accounting_supplier_party.telephone': [
      'mobile',
      'mobile no',
      'mobile number',
      'tel',
      'tel no',
      'phone no',
      'الجوال',
    ],
    'accounting_supplier_party.company_id': ['trade license', 'trade licence', 'license no', 'licence no', 'cr no'],
    'accounting_supplier_party.party_tax_scheme.company_id': ['vat no', 'vat number', 'vat reg no', 'trn no', 'tax no'],
    'line.description': ['item description', 'product description', 'وصف الصنف'],
    'line.price.base_amount': ['unit cost', 'rate', 'cost', 'سعر'],
    'line.allowances[0].amount': ['discount', 'discount amount', 'الخصم'],
    'line.unit_code': ['uom', 'unit of measure', 'وحدة القياس'],
    'line.quantity': ['qty', 'العدد'],
    'line.name': ['product', 'item name', 'product name', 'اسم الصنف', 'المنتج'],
  }).flatMap(([path, names]) => names.map((name) => [folded(name), path] as const)),
)

const candidates: readonly { readonly key: string; readonly path: string }[] = [
  ...columnNames,
  ...formNames,
  ...formNamesOfParty.map((name): ColumnName => ({ ...name, path: `accounting_supplier_party.${name.path}` })),
  ...formNamesOfParty.map((name): ColumnName => ({ ...name, path: `accounting_customer_party.${name.path}` })),
].flatMap(({ path, en, ar }) => [
  { key: folded(en), path },
  { key: folded(ar), path },
])

/** Longer texts are no headings. */
const charactersMax = 60
