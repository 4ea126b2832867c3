/** The fonts of every page: Latin, Greek, Cyrillic and Devanagari; Arabic with Persian and Urdu. */
export const pageFonts: readonly Font[] = [
  { family: 'Noto Sans', packageName: 'noto-sans' },
  { family: 'Amiri', packageName: 'amiri' },
]

/**
 * The additional fonts for these texts; empty for most. Scripts without a font here show as empty
 * boxes.
 */
export function fontsFor(texts: Iterable<string>): readonly Font[] {
  const found = new Set<Font>()
  for (const text of texts) {
    if (!otherScripts.test(text)) continue
    for (const font of otherFonts) if (font.script.test(text)) found.add(font)
  }
  return otherFonts.filter((font) => found.has(font))
}

export interface Font {
  readonly family: string
  readonly packageName: string
}

/**
 * From Hebrew to Thai, without Arabic and Devanagari. A quick test, since most documents have none
 * of these.
 */
const otherScripts = /[\u0590-\u05ff\u0980-\u0e7f\ufb1d-\ufb4f]/

const otherFonts: readonly (Font & { readonly script: RegExp })[] = [
  { family: 'Noto Sans Malayalam', packageName: 'noto-sans-malayalam', script: /\p{Script=Malayalam}/u },
  { family: 'Noto Sans Tamil', packageName: 'noto-sans-tamil', script: /\p{Script=Tamil}/u },
  { family: 'Noto Sans Telugu', packageName: 'noto-sans-telugu', script: /\p{Script=Telugu}/u },
  { family: 'Noto Sans Kannada', packageName: 'noto-sans-kannada', script: /\p{Script=Kannada}/u },
  { family: 'Noto Sans Bengali', packageName: 'noto-sans-bengali', script: /\p{Script=Bengali}/u },
  { family: 'Noto Sans Gujarati', packageName: 'noto-sans-gujarati', script: /\p{Script=Gujarati}/u },
  { family: 'Noto Sans Gurmukhi', packageName: 'noto-sans-gurmukhi', script: /\p{Script=Gurmukhi}/u },
  { family: 'Noto Sans Oriya', packageName: 'noto-sans-oriya', script: /\p{Script=Oriya}/u },
  { family: 'Noto Sans Sinhala', packageName: 'noto-sans-sinhala', script: /\p{Script=Sinhala}/u },
  { family: 'Noto Sans Thai', packageName: 'noto-sans-thai', script: /\p{Script=Thai}/u },
  { family: 'Noto Sans Hebrew', packageName: 'noto-sans-hebrew', script: /\p{Script=Hebrew}/u },
]

export const allFonts: readonly Font[] = [...pageFonts, ...otherFonts]
