import type { Writable } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'

/**
 * The shared behaviour of members of one kind: accepted values, and refused values with the message
 * to the caller (`Title` stands for the member's title).
 */
export interface FieldKind {
  readonly accepts: readonly Writable[]
  readonly refuses: readonly Refusal[]
  /** Values that count as absent, besides null and a missing member. */
  readonly blanks: readonly Writable[]
}

export type Refusal = readonly [sent: Writable, message: string]

const d = Decimal.from
const notText: readonly Refusal[] = [
  [5, 'Title must be text'],
  [true, 'Title must be text'],
  [['x'], 'Title must be text'],
  [{ x: 'x' }, 'Title must be text'],
]
const notXml: readonly Refusal[] = ['\u0001', 'a\u0000', '\ud800', 'a\udc00b', '\ufffe', '\uffff', '\u001f'].map(
  (sent) => [sent, 'Title must not hold characters that XML cannot carry'] as const,
)
const blankText = ['', ' ', ' \t\r\n']

/** Free text, kept as it is sent. */
export function text(charactersMax = 1000): FieldKind {
  return {
    accepts: [
      'x',
      ' kept as sent ',
      'نص',
      '<&>"\'\r\n\t',
      '😀'.repeat(charactersMax),
      'x'.repeat(charactersMax),
      '\ufffd\u{10ffff}',
    ],
    refuses: [
      ...notText,
      ...notXml,
      ['x'.repeat(charactersMax + 1), `Title must be at most ${charactersMax} characters long`],
    ],
    blanks: blankText,
  }
}

/** Free text that must not hold a card number. */
export function textWithoutCard(charactersMax: number): FieldKind {
  const plain = text(charactersMax)
  return { ...plain, refuses: [...plain.refuses, ...cards] }
}

/** A code or identifier: no blanks around it, and nothing in it that nobody sees. */
export function identifier(): FieldKind {
  const plain = reference()
  return {
    ...plain,
    accepts: [...plain.accepts, 'عقد-١٢', 'Cafe\u0301', '\u0605٣'],
    refuses: [
      ...plain.refuses,
      ...['a  b', 'a   b'].map((sent) => [sent, 'Title must not hold two blanks in a row'] as const),
      ...hidden.map(([sent, character]) => {
        const problem = `Title must not hold the character ${character}: it is invisible, or looks like a blank`
        return [sent, problem] as const
      }),
    ],
  }
}

const hidden = [
  ['a\tb', 'U+0009'],
  ['a\nb', 'U+000A'],
  ['a\u0085b', 'U+0085'],
  ['\u00a0a', 'U+00A0'],
  ['a\u00adb', 'U+00AD'],
  ['a\u061cb', 'U+061C'],
  ['a\u2003b', 'U+2003'],
  ['a\u200bb', 'U+200B'],
  ['a\u202eb', 'U+202E'],
  ['a\u2066b', 'U+2066'],
  ['a\u2800b', 'U+2800'],
  ['\ufeffa', 'U+FEFF'],
  ['a\u{e0041}', 'U+E0041'],
] as const

/** The number of a document, as its issuer wrote it. */
export function reference(): FieldKind {
  return {
    accepts: ['x', 'A-1/b.2 c', 'é', 'x'.repeat(255)],
    refuses: [
      ...notText,
      ...notXml,
      ['x'.repeat(256), 'Title must be at most 255 characters long'],
      ...[' x', 'x ', '\tx', 'x\n', 'x\r'].map((sent) => [sent, 'Title must not begin or end with blanks'] as const),
    ],
    blanks: blankText,
  }
}

export function referenceWithoutCard(): FieldKind {
  const plain = reference()
  return { ...plain, refuses: [...plain.refuses, ...cards] }
}

const cards: readonly Refusal[] = [
  '4111111111111111',
  'paid by 5500-0000-0000-0004 today',
  '2026 4111 1111 1111 1111',
].map((sent) => [sent, 'Title must not hold a card number'] as const)

/** A closed list; `message` is the answer to any other value. */
export function code(
  accepts: readonly string[],
  message: string,
  strangers: readonly string[] = ['XX?', 'x'],
): FieldKind {
  const close = accepts.flatMap((each) => [`${each} `, ` ${each}`])
  const refuses = [...strangers, ...close].map((sent) => [sent, message] as const)
  return { accepts, refuses: [...notText, ...refuses], blanks: blankText }
}

export function date(): FieldKind {
  const wrong = [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-1-01',
    '26-01-01',
    '01/02/2026',
    '2026-01-01T00:00:00',
  ]
  const outside = ['1899-12-31', '0000-01-01', '10000-01-01', '2026-01-01Z', ' 2026-01-01', '2026-01-01 ', '2100-02-29']
  const message = 'Title must be a valid date in the form yyyy-MM-dd'
  return {
    accepts: ['2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31'],
    refuses: [...notText, ...[...wrong, ...outside].map((sent) => [sent, message] as const)],
    blanks: blankText,
  }
}

export function time(): FieldKind {
  const wrong = ['24:00:00', '23:60:00', '23:59:60', '9:00:00', '09:00', '09:00:00Z', '09:00:00.5', '090000']
  const message = 'Title must be a valid time in the form HH:mm:ss'
  return {
    accepts: ['00:00:00', '23:59:59', '12:30:15'],
    refuses: [...notText, ...wrong.map((sent) => [sent, message] as const)],
    blanks: blankText,
  }
}

/** A number with limits. Each forbidden value has its own message. */
export function number(limits: { decimals: number; isNegativeAllowed?: boolean; isZeroAllowed?: boolean }): FieldKind {
  const { decimals, isNegativeAllowed = false, isZeroAllowed = true } = limits
  const smallest = `0.${'0'.repeat(decimals - 1)}1`
  const tooFine = `0.${'0'.repeat(decimals)}1`
  const negative = isZeroAllowed ? 'Title must not be negative' : 'Title must be greater than zero'
  return {
    accepts: [
      d(smallest),
      d(`${smallest}000`),
      d('999999999999'),
      d('1e2'),
      ...(isNegativeAllowed ? [d('-1.5'), d('-999999999999')] : []),
      ...(isZeroAllowed ? [0, d('0.00')] : []),
    ],
    refuses: [
      ...['1', '1.00', 'x'].map((sent) => [sent, 'Title must be a number'] as const),
      [true, 'Title must be a number'],
      [[1], 'Title must be a number'],
      [{ value: 1 }, 'Title must be a number'],
      [d(tooFine), `Title must have at most ${decimals} decimals`],
      [d('1e12'), 'Title must be less than 1000000000000'],
      [d('1e100'), 'Title must be less than 1000000000000'],
      ...(isNegativeAllowed
        ? ([[d('-1e12'), 'Title must be less than 1000000000000']] as const)
        : ([[-1, negative]] as const)),
      ...(isZeroAllowed ? [] : ([[0, 'Title must be greater than zero']] as const)),
    ],
    blanks: blankText,
  }
}

/** An object: its members have their own rows. */
export const anObject: FieldKind = {
  accepts: [],
  refuses: ['x', 5, true, ['x']].map((sent) => [sent, 'Title must be an object'] as const),
  blanks: ['', ' ', {}, []],
}

/** A list of up to `itemsMax`. */
export function aList(itemsMax: number): FieldKind {
  return {
    accepts: [],
    refuses: [
      ['x', 'Title must be a list'],
      [5, 'Title must be a list'],
      [{ id: 'x' }, 'Title must be a list'],
      [Array.from({ length: itemsMax + 1 }, () => ({})), `Title must have at most ${itemsMax} items`],
    ],
    blanks: ['', ' ', [], {}],
  }
}
