import type { Random } from '../random.ts'

/** Kinds of business text with many digits that are no card numbers: each call returns a sample. */
export const businessNumbers: Readonly<Record<string, (random: Random) => string>> = {
  'calendar months': (random) => {
    const [year, month] = [2024 + random.below(3), 1 + random.below(12)]
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    const date = dateForm(random)
    const joint = random.of(['-', ' - ', ' to ', '–', ' – ', ' until ', ' إلى ', '/', ' '])
    return `${random.of(['Services ', 'Rent ', 'Period: ', 'إيجار ', ''])}${date(year, month, 1)}${joint}${date(year, month, last)}`
  },
  'UAE IBANs': (random) => inSentence(random, ibanWritten(random, ibanOf('AE', digits(random, 19)))),
  'UAE IBANs with a slip': (random) => inSentence(random, ibanWritten(random, `AE${digits(random, 21)}`)),
  'UAE IBANs without their country': (random) =>
    `IBAN${random.of([' ', ': ', ' no. '.slice(0, 1)])}${grouped(ibanOf('AE', digits(random, 19)).slice(2), [2, 4, 4, 4, 4, 3], random.of([' ', '-']))}`,
  'IBANs of other countries': (random) => {
    const [country, length] = random.of([
      ['SA', 20],
      ['DE', 18],
      ['FR', 23],
      ['OM', 19],
      ['BE', 12],
      ['ES', 20],
      ['PL', 24],
      ['DK', 14],
    ] as const)
    return inSentence(random, ibanWritten(random, ibanOf(country, digits(random, length))))
  },
  'purchase orders with a date': (random) => {
    const number = digits(random, 6 + random.below(7))
    const date = dateForm(random)(2024 + random.below(3), 1 + random.below(12), 1 + random.below(28))
    const name = random.of(['PO ', 'PO-', 'P.O. ', 'Order ', 'LPO#', 'أمر شراء ', ''])
    return `${name}${number}${random.of([' ', ' / ', ', ', '-', ' dated ', ' بتاريخ '])}${date}`
  },
  'telephone numbers': (random) => inSentence(random, telephone(random)),
  GTINs: (random) => {
    const number = gtinOf(digits(random, random.of([7, 11, 12, 13])))
    return `${random.of(['', 'GTIN ', 'EAN: ', 'GTIN-13: ', 'barcode ', 'Cartons ', 'باركود '])}${number}${random.of(['', ', 12 pieces', ' x 40', '; '])}`
  },
  'TRNs and TINs': (random) => {
    const trn = `1${digits(random, 12)}03`
    const written = random.of([trn, grouped(trn, [3, 4, 4, 4], random.of(['-', ' '])), trn.slice(0, 10)])
    return inSentence(random, written)
  },
  'document and container numbers': (random) => {
    const year = 2024 + random.below(3)
    return inSentence(
      random,
      random.of([
        `INV-${year}-${digits(random, 6)}`,
        `SB${year}${digits(random, 8)}`,
        `101${digits(random, 10)}`,
        `${digits(random, 3)}-${digits(random, 8)}`,
        `${digits(random, 4)}/${digits(random, 4)}/${digits(random, 6)}`,
        `MSCU${digits(random, 7)} / TCLU${digits(random, 7)}`,
        `${digits(random, 8)} ${digits(random, 8)}`,
        grouped(digits(random, 20), [4, 4, 4, 4, 4], '-'),
        digits(random, 20 + random.below(5)),
        `784-${1950 + random.below(60)}-${digits(random, 7)}-${digits(random, 1)}`,
      ]),
    )
  },
  'lists of quantities': (random) => {
    const joint = random.of([', ', ' / ', ' + ', '; ', '\n', ' x ', ','])
    return `Qty ${Array.from({ length: 3 + random.below(8) }, () => digits(random, 1 + random.below(5))).join(joint)}`
  },
  'moments, amounts and rates': (random) => {
    const day = dateForm(random)(2024 + random.below(3), 1 + random.below(12), 1 + random.below(28))
    return random.of([
      `${day} ${digits(random, 2)}:${digits(random, 2)}:${digits(random, 2)}.${digits(random, 9)}`,
      `2026${digits(random, 10)}`,
      `AED ${digits(random, 3)},${digits(random, 3)},${digits(random, 3)}.${digits(random, 2)}`,
      `rate ${random.next() * 4}`,
      `rate 0.${digits(random, 16)}`,
      `${digits(random, 4)} ${digits(random, 2)} ${digits(random, 2)} ${digits(random, 10)}`,
    ])
  },
}

export function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('')
}

/** `grouped('12345', [2, 3], ' ')` → `12 345`; the rest becomes one more group. */
export function grouped(text: string, lengths: readonly number[], separator: string): string {
  const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0))
  const groups = [0, ...ends].map((start, at) => text.slice(start, ends[at]))
  return groups.filter((group) => group !== '').join(separator)
}

/** Adds the GS1 check digit. */
export function gtinOf(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

function ibanOf(country: string, account: string): string {
  const letters = [...country].map((letter) => String(letter.charCodeAt(0) - 55)).join('')
  const check = 98n - (BigInt(`${account}${letters}00`) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}

function ibanWritten(random: Random, iban: string): string {
  const separator = random.of([' ', '-', '\u00a0', '.', '  '])
  const written = random.of([
    iban,
    grouped(
      iban,
      Array.from({ length: 8 }, () => 4),
      separator,
    ),
    grouped(iban, [2, 2, 4, 4, 4, 4, 4], separator),
    grouped(iban, [4, 3, 16], separator),
    grouped(iban, [2, 2, 3, 16], separator),
    grouped(iban, [4, 3, 4, 4, 4, 4], separator),
    grouped(iban, [2, 5, 4, 4, 4, 4], separator),
    grouped(iban, [4, 19], separator),
  ])
  return random.of([(text: string) => text, (text: string) => text.toLowerCase(), arabic])(written)
}

function telephone(random: Random): string {
  const [country, length] = random.of([
    ['971', 9],
    ['971', 8],
    ['966', 9],
    ['91', 10],
    ['49', 11],
    ['44', 10],
    ['62', 11],
    ['55', 11],
    ['86', 11],
    ['1', 10],
  ] as const)
  const national = digits(random, length)
  const separator = random.of([' ', '-', '.', '\u00a0'])
  const lengths = random.of([[2, 3, 4], [1, 3, 4], [2, 7], [4, 4, 4], [3, 3, 3, 3], [12]])
  const written = grouped(national, lengths, separator)
  const number = random.of([
    `+${country}${separator}${written}`,
    `+${country}${national}`,
    `00${country} ${written}`,
    `(+${country}) ${written}`,
    `0${written}`,
    `Tel: ${country}${national}`,
    `هاتف ${country}${national}`,
    `WhatsApp no. ${country}${national}`,
  ])
  return random.of([(text: string) => text, arabic])(number)
}

/** A notation for dates. */
function dateForm(random: Random): (year: number, month: number, day: number) => string {
  const joint = random.of(['.', '-', '/', ' '])
  const two = (number: number) => String(number).padStart(2, '0')
  return random.of([
    (year: number, month: number, day: number) => `${two(day)}${joint}${two(month)}${joint}${year}`,
    (year: number, month: number, day: number) => `${year}${joint}${two(month)}${joint}${two(day)}`,
    (year: number, month: number, day: number) => `${two(month)}${joint}${two(day)}${joint}${year}`,
    (year: number, month: number, day: number) => `${two(day)}${joint}${two(month)}${joint}${two(year % 100)}`,
    (year: number, month: number, day: number) => `${year}${two(month)}${two(day)}`,
    (year: number, month: number, day: number) => `${two(day)}${two(month)}${year}`,
  ])
}

function inSentence(random: Random, number: string): string {
  return random.of([
    number,
    `Ref ${number}`,
    `to ${number}, 30 days`,
    `${number} dated 2026-05-16`,
    `1) ${number}`,
    `رقم ${number}`,
  ])
}

export function arabic(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
}
