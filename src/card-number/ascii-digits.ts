/** The decimal digits of every script as ASCII ones. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    // Unicode has the ten digits of a script in one row; some rows follow each other directly.
    while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
}
