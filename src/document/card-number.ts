/**
 * Replaces what looks like a full card number (12 to 19 digits after removing blanks, dots and hyphens, Luhn) by asterisks
 * and its last four digits; any other text is returned as it is. Source: decisions §2 "Cards".
 */
export function masksCardNumber(text: string): string {
  const digits = text.replace(separators, '')
  return isCardNumber(digits) ? '*'.repeat(digits.length - 4) + digits.slice(-4) : text
}

/** True when the text holds a full card number. A VAT registration number (15 digits, 1…03) is not taken for one. */
export function findsCardNumber(text: string): boolean {
  for (const run of text.match(digitRuns) ?? []) {
    const digits = run.replace(separators, '')
    if (isCardNumber(digits) && !/^1[0-9]{12}03$/.test(digits)) return true
  }
  return false
}

const separators = /[ .-]/g
const digitRuns = /[0-9](?:[ .-]?[0-9])*/g

function isCardNumber(digits: string): boolean {
  if (!/^[0-9]{12,19}$/.test(digits)) return false
  let total = 0
  for (let at = digits.length - 1, isDoubled = false; at >= 0; at -= 1, isDoubled = !isDoubled) {
    const digit = Number(digits[at])
    total += isDoubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return total % 10 === 0
}
