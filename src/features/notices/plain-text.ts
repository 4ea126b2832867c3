/**
 * Text of callers and of the network on one line: without line breaks, which could end a header,
 * and without invisible characters, which could hide or turn around what a reader sees.
 */
export function plainText(text: string, charactersMax: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`
}
