import { type Family, families, requests } from '@selfbill/pint-ae/document'
import { type CodeWithMeaning, codesIn } from './code-meanings.ts'
import { isColumn } from './csv-columns.ts'
import { formNames, formNamesOfParty, formNamesOfType, partyWords } from './form-names.ts'
import { type ColumnName, columnNames } from './plain-names.ts'
import { templateOf } from './template.ts'

/** A column with all its names, for people to look it up. */
export interface NamedColumn extends ColumnName {
  /** Further names, without those of an entry of a list or a part of the form. */
  readonly further: readonly ColumnName[]
  readonly families: readonly Family[]
  readonly isInTemplate: boolean
}

export function namedColumns(): readonly NamedColumn[] {
  const ofTemplates = new Set(families.flatMap((family) => templateOf(family, undefined, '2026-01-01').headings))
  const parties = Object.keys(partyWords).flatMap((party) =>
    formNamesOfParty.map((name) => ({ ...name, path: `${party}.${name.path}` })),
  )
  const further = Map.groupBy([...formNames, ...formNamesOfType, ...parties], ({ path }) => path)
  return columnNames
    .filter(({ path }) => path !== 'error')
    .map((name) => ({
      ...name,
      further: (further.get(name.path) ?? []).filter(({ en, ar }) => en !== name.en || ar !== name.ar),
      families: families.filter((family) => isColumn(name.path, requests[family])),
      isInTemplate: ofTemplates.has(name.path),
    }))
}

/** Columns that take the same codes. */
export interface CodedColumns {
  readonly columns: readonly NamedColumn[]
  readonly codes: readonly CodeWithMeaning[]
}

/** What goes in the columns that take codes. */
export function codedColumns(): readonly CodedColumns[] {
  const coded = namedColumns().flatMap((column) => {
    const codes = codesIn(column.path)
    return codes === undefined ? [] : [{ column, codes }]
  })
  const together = Map.groupBy(coded, ({ codes }) => codes.map(({ code }) => code).join())
  return [...together.values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : [{ columns: same.map(({ column }) => column), codes: first.codes }]
  })
}
