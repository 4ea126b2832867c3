import { uaeCases } from './rule-cases.ts'
import type { TellingDocument } from './telling-documents.ts'
import { attribute, copy, type Draft, drop, type Edit, type Node, put, set } from './ubl-documents.ts'

/**
 * The same for VAT: each category alone, in one place but not another, at other rates, with other
 * schemes.
 */
export function tellingVatDocuments(): readonly TellingDocument[] {
  return [...casesOtherwise(), ...places(), ...rates(), ...exemptions(), ...everywhere()]
}

const categories = ['S', 'Z', 'E', 'O', 'AE']
const telling = (what: string, ...edits: readonly Edit[]): TellingDocument => ({ what, edits })
const group = (at: number) => `cac:TaxTotal/cac:TaxSubtotal[${at}]`

/**
 * VAT cases with categories and schemes in another notation: the rules that trim and ignore case
 * still apply.
 */
function casesOtherwise(): TellingDocument[] {
  const ids = Object.keys(uaeCases).filter((id) => /^aligned|^ibr-1(0[2358]|1[19]|2[0-2]|32|48|6|74|90)/.test(id))
  return ids.flatMap((id) =>
    Object.entries(otherwise).map(([how, edit]) => telling(`${id} with ${how}`, ...(uaeCases[id]?.edits ?? []), edit)),
  )
}

const otherwise: Readonly<Record<string, Edit>> = {
  'schemes padded, in small letters': schemes((node) => {
    node.text = ` ${node.text.toLowerCase()} `
  }),
  'schemes padded': schemes((node) => {
    node.text = ` ${node.text} `
  }),
  'schemes in small letters': schemes((node) => {
    node.text = node.text.toLowerCase()
  }),
  'another scheme': schemes((node) => {
    node.text = 'GST'
  }),
  'empty schemes': ({ root }) => {
    for (const node of all(root)) if (node.element.name.local === 'TaxScheme') node.children = []
  },
  'categories padded': ids((node) => {
    node.text = ` ${node.text} `
  }),
  'categories in small letters': ids((node) => {
    node.text = node.text.toLowerCase()
  }),
  'categories without code': ({ root }) => {
    for (const node of all(root)) if (isCategory(node)) node.children = node.children.filter((child) => !isId(child))
  },
}

/** Each category on lines, allowances, charges and groups, or on some of them only. */
function places(): TellingDocument[] {
  return categories.flatMap((category, place) => {
    const at = place + 1
    const parts: Readonly<Record<string, Edit>> = {
      group: drop(group(at)),
      line: drop(`LINE[${at}]`),
      charge: drop(`cac:AllowanceCharge[${2 * at}]`),
      allowance: drop(`cac:AllowanceCharge[${2 * at - 1}]`),
    }
    const names = Object.keys(parts)
    return Array.from({ length: 16 }, (_, bits) => {
      const missing = names.filter((_name, bit) => (bits >> bit) % 2 === 1)
      const edits = missing.flatMap((name) => parts[name] ?? [])
      return [
        telling(`${category} without ${missing.join(', ')}`, ...edits),
        ...Object.entries(otherwise).map(([how, edit]) =>
          telling(`${category} without ${missing.join(', ')}, ${how}`, ...edits, edit),
        ),
        telling(`two groups ${category} without ${missing.join(', ')}`, copy(group(at)), ...edits),
      ]
    }).flat()
  })
}

/**
 * Every rate of every category in every place; and lines, charges and groups of the standard
 * category at two rates.
 */
function rates(): TellingDocument[] {
  const percent =
    (path: string, value: string): Edit =>
    (draft) => {
      const node = draft.at(path)
      node.children = node.children.filter(({ element }) => element.name.local !== 'Percent')
      put(path, `<cbc:Percent>${value}</cbc:Percent>`)(draft)
    }
  const of = (at: number): Readonly<Record<string, string>> => ({
    group: `${group(at)}/cac:TaxCategory`,
    line: `LINE[${at}]/cac:Item/cac:ClassifiedTaxCategory`,
    allowance: `cac:AllowanceCharge[${2 * at - 1}]/cac:TaxCategory`,
    charge: `cac:AllowanceCharge[${2 * at}]/cac:TaxCategory`,
  })
  const single = categories.flatMap((category, place) =>
    Object.entries(of(place + 1)).flatMap(([name, path]) => [
      ...['x', '0.5', '-0.5', '1', '-1', '5', '5.0', '0', '6'].map((value) =>
        telling(`${name} ${category} at ${value} %`, percent(path, value)),
      ),
      telling(`${name} ${category} at two rates`, percent(path, '5'), put(path, '<cbc:Percent>5</cbc:Percent>')),
    ]),
  )
  const standard = of(1)
  const several = Array.from({ length: 16 }, (_, bits) => {
    const other = Object.entries(standard).filter((_entry, bit) => (bits >> bit) % 2 === 1)
    const edits = other.map(([, path]) => percent(path, '6'))
    const names = other.map(([name]) => name).join(', ')
    return [
      telling(`${names} at 6 %`, ...edits),
      telling(`${names} at 6 %, nothing at 5 %`, ...edits, set(`${group(1)}/cbc:TaxableAmount`, '0')),
      telling(`${names} at 6 %, the line alone`, ...edits, set(`${group(1)}/cbc:TaxableAmount`, '100.00')),
      telling(`${names} at 6 %, less`, ...edits, set(`${group(1)}/cbc:TaxableAmount`, '95.00')),
      telling(`${names} at 6 %, more`, ...edits, set(`${group(1)}/cbc:TaxableAmount`, '110.00')),
      telling(`${names} at 6 %, the charge alone`, ...edits, set(`${group(1)}/cbc:TaxableAmount`, '10.00')),
      telling(`${names} at 6 %, the charges alone`, ...edits, set(`${group(1)}/cbc:TaxableAmount`, '5.00')),
      telling(`${names} at 6 %, the allowance alone`, ...edits, set(`${group(1)}/cbc:TaxableAmount`, '-5.00')),
      ...['S', 'N'].map((id) => telling(`${names} at 6 %, ${id} throughout`, ...edits, allOfFirst(id))),
    ]
  }).flat()
  return [...single, ...several]
}

/** Sets the category of the first group, line, allowance and charge. */
function allOfFirst(id: string): Edit {
  return (draft) => {
    for (const path of [`${group(1)}/cac:TaxCategory`, 'LINE/cac:Item/cac:ClassifiedTaxCategory'])
      set(`${path}/cbc:ID`, id)(draft)
    set(`${group(1)}/cbc:TaxableAmount`, '100.00')(draft)
    set(`${group(1)}/cbc:TaxAmount`, '0')(draft)
  }
}

function exemptions(): TellingDocument[] {
  const paths = categories.flatMap((_, place) => [
    `${group(place + 1)}/cac:TaxCategory`,
    `LINE[${place + 1}]/cac:Item/cac:ClassifiedTaxCategory`,
    `cac:AllowanceCharge[${2 * place + 1}]/cac:TaxCategory`,
    `cac:AllowanceCharge[${2 * place + 2}]/cac:TaxCategory`,
  ])
  const reason = '<cbc:TaxExemptionReason>Bare land</cbc:TaxExemptionReason>'
  const code = '<cbc:TaxExemptionReasonCode>DL8.46.3</cbc:TaxExemptionReasonCode>'
  const asCategory = (path: string, id: string): Edit => set(`${path}/cbc:ID`, id)
  return paths.flatMap((path) => [
    telling(`${path} with a reason`, put(path, reason)),
    telling(`${path} with a code`, put(path, code)),
    ...[...categories, ' E ', 'e', 'N', ''].map((id) => telling(`${path} of category ${id}`, asCategory(path, id))),
    ...['', ' E '].map((id) =>
      telling(`${path} exempt ${id}`, bare(path), asCategory(path, id || 'E'), put(path, code + reason)),
    ),
    telling(
      `${path} exempt, padded`,
      bare(path),
      asCategory(path, 'E'),
      put(
        path,
        ` <cbc:TaxExemptionReasonCode> DL8.46.3 </cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason> bare  LAND </cbc:TaxExemptionReason>`,
      ),
    ),
    telling(`${path} exempt without code`, bare(path), asCategory(path, 'E'), put(path, reason)),
    telling(`${path} exempt without reason`, bare(path), asCategory(path, 'E'), put(path, code)),
    telling(
      `${path} exempt, otherwise`,
      bare(path),
      asCategory(path, 'E'),
      put(path, code + reason.replace('Bare', 'Built')),
    ),
    telling(`${path} twice`, copy(path)),
  ])
}

/** Without a reason. */
function bare(path: string): Edit {
  return (draft: Draft) => {
    const node = draft.at(path)
    node.children = node.children.filter(({ element }) => !element.name.local.startsWith('TaxExemption'))
  }
}

/**
 * One category throughout, on documents of each type; inverted charge indicators; misplaced lines.
 */
function everywhere(): TellingDocument[] {
  const throughout = (id: string) =>
    ids((node) => {
      node.text = id
    })
  const indicators =
    (value: string): Edit =>
    ({ root }) => {
      for (const { element, children } of all(root))
        if (element.name.local === 'AllowanceCharge')
          for (const child of children) if (child.element.name.local === 'ChargeIndicator') child.text = value
    }
  const amounts = ['cbc:Amount', 'cac:TaxTotal/cbc:TaxAmount'].map((name) => `LINE/cac:ItemPriceExtension/${name}`)
  return [
    ...[...categories, 'N', ' E ', ' Z '].flatMap((id) =>
      ['380', '480', '81', '261'].map((type) =>
        telling(`${id} throughout, type ${type}`, throughout(id), set('TYPE', type)),
      ),
    ),
    ...['true', 'false', '1', '0', ' true ', 'maybe', ''].map((value) =>
      telling(`every indicator ${value}`, indicators(value)),
    ),
    ...amounts.map((path) => telling(`${path} in dollars`, attribute(path, 'currencyID', 'USD'))),
    ...['cac:InvoiceLine', 'cac:CreditNoteLine'].map((name) =>
      telling(
        `${name} elsewhere`,
        put(
          'cac:Delivery',
          `<${name}><cbc:LineExtensionAmount currencyID="AED">100.00</cbc:LineExtensionAmount><cac:Item><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>5</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item></${name}>`,
        ),
      ),
    ),
    telling(
      'a charge elsewhere',
      put(
        'cac:Delivery',
        '<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount currencyID="AED">7.00</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>5</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>',
      ),
    ),
  ]
}

function schemes(change: (node: Node) => void): Edit {
  return ({ root }) => {
    for (const { element, children } of all(root))
      if (element.name.local === 'TaxScheme') for (const child of children) if (isId(child)) change(child)
  }
}

function ids(change: (node: Node) => void): Edit {
  return ({ root }) => {
    for (const node of all(root))
      if (isCategory(node)) for (const child of node.children) if (isId(child)) change(child)
  }
}

function isCategory({ element }: Node): boolean {
  return element.name.local === 'TaxCategory' || element.name.local === 'ClassifiedTaxCategory'
}

function isId({ element }: Node): boolean {
  return element.name.local === 'ID'
}

function all(node: Node): Node[] {
  return [node, ...node.children.flatMap(all)]
}
