/**
 * Whether a character code is XML white space: space, line feed, carriage return or tab. No-break
 * spaces do not count.
 */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
