/**
 * Replaces what looks like a full card number (12 to 19 digits after removing blanks, dots and hyphens, Luhn) by asterisks
 * and its last four digits; any other text is returned as it is. Source: decisions §2 "Cards".
 */
export function masksCardNumber(text: string): string {
  const digits = withAsciiDigits(text).replace(separators, '')
  const isCard = /^[0-9]{12,19}$/.test(digits) && cardNumberAt([digits], 0) !== undefined
  return isCard ? '*'.repeat(digits.length - 4) + digits.slice(-4) : text
}

/**
 * True when the text holds a full card number, alone or among other numbers. A VAT registration number (15 digits, 1…03) is
 * not taken for one.
 */
export function findsCardNumber(text: string): boolean {
  if (text.length < digitsMin) return false
  for (const run of withAsciiDigits(text).match(digitRuns) ?? []) {
    if (run.length < digitsMin) continue
    // "2026-07-15 4111 1111 1111 1111": a card may start at any group of the run and end at any.
    const groups = run.split(separator)
    for (let from = 0; from < groups.length; from += 1) {
      const card = cardNumberAt(groups, from)
      if (card !== undefined && !/^1[0-9]{12}03$/.test(card)) return true
    }
  }
  return false
}

// Blanks, dots, and the characters that look like a hyphen.
const separator = /[\s.\u2010-\u2015\u2212-]/
const separators = new RegExp(separator.source, 'g')
const digitRuns = new RegExp(`[0-9](?:${separator.source}?[0-9])*`, 'g')
const digitsMin = 12
const digitsMax = 19

/** A card number in Arabic-Indic, Persian or full-width digits is one all the same. */
function withAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}

/** The card number that begins with the group at `from` and ends with a later one or the same, if there is one. */
function cardNumberAt(groups: readonly string[], from: number): string | undefined {
  let digits = ''
  // Luhn's sum of the digits so far, for when the last one counts once and for when it counts double.
  let [once, double] = [0, 0]
  for (const group of groups.slice(from, from + digitsMax)) {
    digits += group
    if (digits.length > digitsMax) return undefined
    for (const character of group) {
      const digit = Number(character)
      ;[once, double] = [double + digit, once + (digit > 4 ? digit * 2 - 9 : digit * 2)]
    }
    if (digits.length >= digitsMin && once % 10 === 0) return digits
  }
  return undefined
}
