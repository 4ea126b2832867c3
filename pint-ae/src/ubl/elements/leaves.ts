import type { Decimal } from '@selfbill/schematron/decimal'
import { type Attributes, type Element, leaf, type Name } from '@selfbill/schematron/xml'

/** A leaf with a text; undefined when the text is absent. */
export function textLeaf(
  name: Name,
  text: string | undefined,
  origin?: string,
  attributes?: Attributes,
): Element | undefined {
  return text === undefined ? undefined : leaf(name, text, origin, attributes)
}

/** A number with its original digits: quantity, price, percentage or rate. */
export function numberLeaf(
  name: Name,
  number: Decimal | undefined,
  origin?: string,
  attributes?: Attributes,
): Element | undefined {
  return number === undefined ? undefined : leaf(name, number.toString(), origin, attributes)
}

/**
 * Money with exactly two decimals, because the rules about decimals (ibr-091 and others) check the
 * text.
 */
export function moneyLeaf(
  name: Name,
  amount: Decimal | undefined,
  currency: Attributes,
  origin?: string,
): Element | undefined {
  return amount === undefined ? undefined : leaf(name, amount.rescaled(2).toString(), origin, currency)
}

/** Attributes with a value: name, value, name, value, … */
export function attributesOf(...pairs: readonly (readonly [name: string, value: string | undefined])[]): Attributes {
  const attributes: string[] = []
  for (const [name, value] of pairs) if (value !== undefined) attributes.push(name, value)
  return attributes
}
