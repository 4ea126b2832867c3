import { readJson, stepsOf, valueAt } from '@selfbill/pint-ae/json'
import type { Config } from '../../../config/config.ts'
import { folded } from '../../../document-files/column-names.ts'
import { hasFormOfTrn } from '../../../document-files/usual-values.ts'
import { installation } from '../../../installation.ts'
import { loadRulebook } from '../../../service/rulebook.ts'
import { parseEncoding } from '../../encoding-option.ts'
import { type JsonOption, printRows } from '../../rows.ts'
import type { Terminal } from '../../terminal.ts'
import { readTextFile } from '../../text-file.ts'
import { readProfile } from '../request-file.ts'
import { registrations } from './registrations.ts'
import { type ListedSupplier, readSupplierList } from './supplier-list.ts'
import { type Judge, supplierProblems, trn } from './supplier-problems.ts'

/**
 * Prints for each supplier of a list whether it can be billed, what is missing, and whether the
 * network delivers self-billed invoices to it. Exit 1 unless all can be billed and reached.
 */
export async function checkSuppliers(
  terminal: Terminal,
  config: Config,
  file: string,
  { encoding, offline, ...form }: SuppliersOptions,
): Promise<number> {
  const { suppliers, notRead } = await readSupplierList(terminal, file, parseEncoding(file, encoding))
  if (notRead.length > 0) terminal.warn(`not read: ${notRead.join(', ')}`)
  const example = await readTextFile(new URL('examples/purchase-invoice.json', installation))
  const [profile, rulebook] = [await readProfile(undefined), await loadRulebook(config)]
  const judge = { profile, rulebook, config, invoice: readJson(example) }
  const judged = suppliers.map((supplier) => judgedSupplier(supplier, judge))
  const rows = withRepeats(judged)
  const register = offline === true ? undefined : registrations(config)
  if (register === undefined)
    terminal.warn(`the network was not asked${offline === true ? '' : ': SML_ZONE is not set'}`)
  else if (config.gateway.kind === 'sandbox') terminal.warn('GATEWAY is sandbox: the registrations are simulated')
  const found = register === undefined ? rows.map(() => notAsked) : await register(rows.map(({ endpoint }) => endpoint))
  const shown = rows.map(({ row, name, trn, problems }, at) => ({
    row,
    name,
    trn,
    can_be_billed: problems.length === 0,
    ...(found[at] ?? notAsked),
    problems,
  }))
  printRows(terminal, form.json === true ? shown : shown.map(withText), columns, form)
  const billable = shown.filter((one) => one.can_be_billed)
  const reached = shown.filter((one) => one.receives_self_billing)
  if (form.json !== true) {
    const counted = register === undefined ? '' : `, ${reached.length} receive self-billed invoices`
    terminal.print(`${shown.length} suppliers: ${billable.length} can be billed${counted}`)
  }
  const isReached = register === undefined || reached.length === shown.length
  return billable.length === shown.length && isReached ? 0 : 1
}

interface SuppliersOptions extends JsonOption {
  readonly encoding?: string | undefined
  readonly offline?: true | undefined
}

const columns = ['row', 'name', 'trn', 'can_be_billed', 'registered', 'receives_self_billing', 'problems'] as const
const notAsked = { registered: null, receives_self_billing: null } as const

function withText<Row extends { readonly problems: readonly string[] }>(row: Row) {
  return { ...row, problems: row.problems.join('; ') }
}

interface JudgedSupplier {
  readonly row: number
  readonly name: string | null
  readonly trn: string | null
  /** `0235:1002345678`; undefined without one. */
  readonly endpoint: string | undefined
  readonly problems: readonly string[]
}

function judgedSupplier(supplier: ListedSupplier, judge: Judge): JudgedSupplier {
  const { party, problems } = supplierProblems(supplier, judge)
  const textOf = (path: string) => {
    const value = valueAt(party, stepsOf(path) ?? [])
    return typeof value === 'string' ? value : undefined
  }
  const wrong = supplier.wrong.find(({ path }) => path === trn)?.reason.values.value
  const endpoint = textOf('endpoint_id')
  return {
    row: supplier.row,
    name: textOf('party_name') ?? textOf('name') ?? null,
    trn: textOf(trn) ?? (typeof wrong === 'string' ? wrong : null),
    endpoint: endpoint && `${textOf('endpoint_scheme_id')}:${endpoint}`,
    problems,
  }
}

/** A TRN, or a name without a sound one, that stands in an earlier row. */
function withRepeats(suppliers: readonly JudgedSupplier[]): readonly JudgedSupplier[] {
  const seen = new Map<string, number>()
  return suppliers.map((supplier) => {
    const number = supplier.trn !== null && hasFormOfTrn(supplier.trn) ? supplier.trn : undefined
    const key = number ?? (supplier.name === null ? undefined : folded(supplier.name))
    const earlier = key === undefined ? undefined : seen.get(key)
    if (key !== undefined && earlier === undefined) seen.set(key, supplier.row)
    if (earlier === undefined) return supplier
    const what = number === undefined ? 'name' : 'TRN'
    return { ...supplier, problems: [...supplier.problems, `${what}: the same as in row ${earlier}`] }
  })
}
