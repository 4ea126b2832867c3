import { Decimal, sum } from '@selfbill/schematron/decimal'
import type { Static } from 'typebox'
import { noMoney } from '../calculation/line.ts'
import { list, object, optional } from '../declaration/declare.ts'
import { decimal, identifier } from '../declaration/leaves.ts'

const signed = () => decimal({ decimalsMax: 2, isNegativeAllowed: true })
/** Requests treat an empty list as absent, and so does this. */
const amounts = () => optional(list(signed()))

/**
 * The amounts that one credit note takes from an invoice, as stored: lines by index from 0, charges
 * in the order of the invoice.
 */
export const CreditedAmounts = object({
  lines: list(
    object({
      at: decimal({ decimalsMax: 0 }),
      quantity: decimal({ decimalsMax: 20 }),
      net: signed(),
      charges: amounts(),
      allowances: amounts(),
    }),
    10_000,
  ),
  charges: amounts(),
  allowances: amounts(),
  vat: optional(list(object({ group: identifier(), taxable: signed(), tax: signed() }), 30_000)),
  rounding: signed(),
})

export type CreditedAmounts = Static<typeof CreditedAmounts>

/** The amounts that all credit notes have taken from an invoice so far. */
export class CreditedSoFar {
  readonly charges: Sums
  readonly allowances: Sums
  rounding: Decimal = noMoney
  readonly #lines = new Map<number, LineSoFar>()
  readonly #vat = new Map<string, VatSoFar>()

  constructor(credits: readonly CreditedAmounts[]) {
    this.charges = new Sums()
    this.allowances = new Sums()
    for (const credit of credits) this.#add(credit)
  }

  line(at: number): LineSoFar {
    return this.#lines.get(at) ?? untouched
  }

  vat(group: string): VatSoFar {
    return this.#vat.get(group) ?? { taxable: noMoney, tax: noMoney }
  }

  /** The total with VAT that these credit notes pay back. */
  get total(): Decimal {
    const lines = [...this.#lines.values()]
    return sum([
      ...lines.map(({ net }) => net),
      this.charges.total,
      this.allowances.total.negated(),
      ...[...this.#vat.values()].map(({ tax }) => tax),
      this.rounding,
    ])
  }

  #add({ lines, charges, allowances, vat = [], rounding }: CreditedAmounts): void {
    for (const line of lines) {
      const at = line.at.toNumber()
      const known = this.#lines.get(at) ?? newLine()
      known.charges.add(line.charges)
      known.allowances.add(line.allowances)
      this.#lines.set(at, { ...known, quantity: known.quantity.plus(line.quantity), net: known.net.plus(line.net) })
    }
    this.charges.add(charges)
    this.allowances.add(allowances)
    for (const { group, taxable, tax } of vat) {
      const known = this.vat(group)
      this.#vat.set(group, { taxable: known.taxable.plus(taxable), tax: known.tax.plus(tax) })
    }
    this.rounding = this.rounding.plus(rounding)
  }
}

export interface LineSoFar {
  readonly quantity: Decimal
  readonly net: Decimal
  readonly charges: Sums
  readonly allowances: Sums
}

export interface VatSoFar {
  readonly taxable: Decimal
  readonly tax: Decimal
}

/** Sums of amounts, by index. */
class Sums {
  readonly #sums: Decimal[] = []

  at(place: number): Decimal {
    return this.#sums[place] ?? noMoney
  }

  get total(): Decimal {
    return sum(this.#sums)
  }

  add(amounts: readonly Decimal[] = []): void {
    for (const [place, amount] of amounts.entries()) this.#sums[place] = this.at(place).plus(amount)
  }
}

function newLine(): LineSoFar {
  return { quantity: Decimal.zero, net: noMoney, charges: new Sums(), allowances: new Sums() }
}

const untouched = newLine()
