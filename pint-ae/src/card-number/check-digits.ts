/** Luhn: every second digit from the right counts double, minus 9 if above 9. */
export function hasLuhnDigit(digits: string): boolean {
  return sumFromRight(digits, (digit) => (digit > 4 ? digit * 2 - 9 : digit * 2)) % 10 === 0
}

/** GS1 (GTIN): every second digit from the right counts triple. */
export function hasGtinDigit(digits: string): boolean {
  return sumFromRight(digits, (digit) => digit * 3) % 10 === 0
}

function sumFromRight(digits: string, second: (digit: number) => number): number {
  let sum = 0
  for (let at = 1; at <= digits.length; at += 1) {
    const digit = Number(digits[digits.length - at])
    sum += at % 2 === 0 ? second(digit) : digit
  }
  return sum
}
