import type { Random } from '../random.ts'
import { arabic, digits, grouped } from './business-numbers.ts'

/** A network's card number, plain and as people write it. */
export interface WrittenCard {
  readonly digits: string
  readonly isPlain: boolean
  readonly text: string
}

/** Networks by the first digits and lengths of their cards. */
const networks: Readonly<
  Record<string, { readonly prefixes: readonly string[]; readonly lengths: readonly number[] }>
> = {
  Visa: { prefixes: ['4'], lengths: [13, 16, 19] },
  Mastercard: {
    prefixes: ['51', '52', '53', '54', '55', '2221', '2229', '223', '229', '23', '26', '270', '271', '2720'],
    lengths: [16],
  },
  'American Express': { prefixes: ['34', '37'], lengths: [15] },
  'Diners Club': { prefixes: ['300', '305', '3095', '36', '38', '39'], lengths: [14, 16] },
  Discover: { prefixes: ['6011', '644', '649', '65'], lengths: [16, 19] },
  JCB: { prefixes: ['3528', '3529', '353', '3589'], lengths: [16, 19] },
  UnionPay: { prefixes: ['62', '81'], lengths: [16, 17, 18, 19] },
  Maestro: {
    prefixes: ['5018', '5020', '5038', '5893', '6304', '6759', '6761', '6763'],
    lengths: [13, 14, 15, 16, 18, 19],
  },
  Mir: { prefixes: ['2200', '2202', '2204'], lengths: [16, 19] },
  RuPay: { prefixes: ['508', '60', '65', '81', '82', '353', '356'], lengths: [16] },
  Mada: { prefixes: ['588845', '968201', '446404', '604906', '636120'], lengths: [16] },
}

export const networkNames = Object.keys(networks)

/** A random card of the network in a random notation within a random sentence. */
export function writtenCard(random: Random, network: string): WrittenCard {
  const { prefixes, lengths } = networks[network] ?? { prefixes: [''], lengths: [0] }
  const prefix = random.of(prefixes)
  const length = random.of(lengths)
  const number = withLuhnDigit(prefix + digits(random, length - prefix.length - 1))
  const separator = random.of([' ', '-', '.', '\u00a0', '\u202f', '\u2011', '\u2013', ' - '])
  const groups = groupsOf(number)
  const isPlain = groups === undefined || random.below(2) === 0
  const written = isPlain ? number : grouped(number, groups, separator)
  const inDigits = random.of([(text: string) => text, arabic, persian, fullWidth, devanagari])(written)
  const marked = random.of([(text: string) => text, (text: string) => `\u200f${text}\u200e`])(inDigits)
  const text = random.of([
    (card: string) => card,
    (card: string) => `Paid with ${card}, thanks`,
    (card: string) => `2026-07-15 ${card} 12/28 123`,
    (card: string) => `${card} 1228 123`,
    (card: string) => `on ${card} 2026-05-16`,
    (card: string) => `no ${card}.`,
    (card: string) => `(${card})`,
    (card: string) => `card:${card};exp 12/28`,
    (card: string) => `x${card}y`,
    (card: string) => `بطاقة ${card} انتهاء 12/28`,
    (card: string) => `PO 4556 / ${card} / +971 59 505 4513`,
    (card: string) => `IBAN AE070331234567890123456, card ${card}`,
    (card: string) => `1\n${card}\n2`,
  ])(marked)
  return { digits: number, isPlain, text }
}

/** The digit groups on such a card; undefined for lengths without groups. */
function groupsOf(number: string): readonly number[] | undefined {
  const { length } = number
  if (length === 16) return [4, 4, 4, 4]
  if (length === 19) return [4, 4, 4, 4, 3]
  if (length === 15 && number.startsWith('3')) return [4, 6, 5]
  return length === 14 && number.startsWith('3') ? [4, 6, 4] : undefined
}

export function withLuhnDigit(body: string): string {
  const doubled = [...body].reverse().map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
  const total = doubled.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0)
  return `${body}${(10 - (total % 10)) % 10}`
}

function persian(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)))
}

function fullWidth(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
}

function devanagari(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x966 + Number(digit)))
}
