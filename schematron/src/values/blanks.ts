import { isBlank } from '../xml/blank.ts'

/**
 * Removes the four XML white space characters from both ends; no-break spaces and the like stay.
 */
export function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** Whether a text contains anything but white space. */
export function hasText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!isBlank(text.charCodeAt(at))) return true
  return false
}

/** Trims a text and turns each run of white space into one space. */
export function normalizeSpace(text: string): string {
  const trimmed = trim(text)
  for (let at = 0; at < trimmed.length; at += 1) {
    const code = trimmed.charCodeAt(at)
    if (code <= 0x20 && isBlank(code) && (code !== 0x20 || isBlank(trimmed.charCodeAt(at + 1)))) {
      return trimmed.replace(/[ \t\r\n]+?(?![ \t\r\n])/g, ' ')
    }
  }
  return trimmed
}
