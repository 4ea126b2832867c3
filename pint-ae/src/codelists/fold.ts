/**
 * Letters and digits only, in one case and one spelling of the Arabic letters that people
 * interchange.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\u0640/gu, '')
    .replaceAll('\u0649', '\u064a')
    .replaceAll('\u0629', '\u0647')
}
