/**
 * Whether a character is white space to XML, by its code: space, line feed, carriage return, tab;
 * no-break spaces are none.
 */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
