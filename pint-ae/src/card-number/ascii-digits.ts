/** Replaces the decimal digits of every script with ASCII digits. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const known = values.get(digit)
    if (known !== undefined) return known
    const value = asciiDigit(digit)
    values.set(digit, value)
    return value
  })
}

/** Unicode places the ten digits of a script in sequence; some sequences are adjacent. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** A cache. Unicode has a few hundred digits. */
const values = new Map<string, string>()
