/**
 * The position of U+FFFD in a text, as a character or a JSON escape. Programs write it for a
 * character that they could not read, so it means that the text was damaged earlier.
 */
export function replacementAt(text: string): number | undefined {
  const at = text.search(/\ufffd|(?<!\\)(?:\\\\)*\\ufffd/i)
  return at < 0 ? undefined : at
}

export const damaged =
  'holds the replacement character U+FFFD: another program could not read a character there. Export the file again'
