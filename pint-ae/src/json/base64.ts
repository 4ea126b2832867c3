/**
 * Whether a text is plain Base64 (RFC 4648, section 4), as JSON holds bytes: with its padding,
 * without line ends. It looks for what must not be there: a pattern that has to match megabytes
 * keeps a place for each character, and may run out of its stack.
 */
export function isBase64(text: string): boolean {
  const end = text.slice(-4)
  return end.length === 4 && text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, -4)) && isCanonical(end)
}

function isCanonical(lastFour: string): boolean {
  return /^[A-Za-z0-9+/]{2}(==|[A-Za-z0-9+/][A-Za-z0-9+/=])$/.test(lastFour) && btoa(atob(lastFour)) === lastFour
}
