import { type Message, message } from '@selfbill/pint-ae/messages'
import { Decimal } from '@selfbill/schematron/decimal'

/** Whether a field holds a percentage, so that a percent sign in it says nothing new. */
export function isRate(path: string): boolean {
  return /(?:^|\.)(?:percent|multiplier_factor_numeric)$/.test(path)
}

/** `5 %` → `5`; `٪` is the sign of Arabic. */
export function withoutPercentSign(text: string): string {
  const bare = text.trimEnd()
  return /[%\u066a]$/.test(bare) ? bare.slice(0, -1).trimEnd() : text
}

/** A spreadsheet keeps `5%` as 0.05. */
export function percentOf(fraction: string): Decimal {
  return Decimal.from(fraction).times(hundred).normalized()
}

/** No VAT rate is below 1 %, so 0.05 was meant as 5 %. It is refused, since nothing says so. */
export function fractionIn(rate: Decimal, { name, heading }: RateColumn): Message | undefined {
  if (!name.endsWith('.percent') || rate.compare(Decimal.zero) <= 0 || rate.compare(one) >= 0) return undefined
  const value = rate.toString()
  return message('cell_rate_as_fraction', { column: heading, value, percent: percentOf(value).toString() })
}

interface RateColumn {
  /** The path of the field. */
  readonly name: string
  readonly heading: string
}

const one = Decimal.from('1')
const hundred = Decimal.from('100')
