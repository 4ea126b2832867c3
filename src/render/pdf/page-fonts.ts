import { fontFile, hasFont } from '@selfbill/printing'

/** The fonts of every page: Latin, Greek, Cyrillic and Devanagari; Arabic with Persian and Urdu. */
export const pageFonts: readonly Font[] = [
  { family: 'Noto Sans', packageName: 'noto-sans', weights: ['400Regular', '700Bold'] },
  { family: 'Amiri', packageName: 'amiri', weights: ['400Regular', '700Bold'] },
]

/** The additional fonts for this text, in the order in which they are asked for a letter. */
export function fontsFor(text: string): readonly Font[] {
  return otherScripts.test(text) ? otherFonts.filter(({ script }) => script.test(text)) : []
}

export interface Font {
  readonly family: string
  /** Of npm, in the scope `@expo-google-fonts`. */
  readonly packageName: string
  readonly weights: readonly Weight[]
}

type Weight = '400Regular' | '700Bold'

/** The files of all fonts, as TrueType. */
export function fontFiles(): readonly string[] {
  return allFonts.flatMap((font) => font.weights.map((weight) => fontFile(pathOf(font, weight))))
}

/** The file of a font in its usual weight. */
export function regularFile(font: Font): string {
  return fontFile(pathOf(font, '400Regular'))
}

function pathOf({ family, packageName }: Font, weight: Weight): string {
  return `${packageName}/${weight}/${family.replaceAll(' ', '')}_${weight}.ttf`
}

/** A quick test, since most documents have no letters but Latin and Arabic ones. */
const otherScripts = /[\u0590-\u05ff\u0980-\u0e7f\u1100-\u11ff\u2070-\ud7ff\uf900-\ufaff\ufb1d-\ufb4f\uff00-\uffef]/

interface OtherFont extends Font {
  readonly script: RegExp
}

function script(name: string, packageName: string, letters: RegExp): OtherFont {
  return { family: `Noto Sans ${name}`, packageName, weights: ['400Regular', '700Bold'], script: letters }
}

const signs = /[\p{Symbol}\p{Number}\p{Punctuation}]/u

/**
 * Operators install the fonts that they need, of 5 to 92 MB. China, Japan and Korea share letters
 * that each draws in its own way: a text with letters of one alone takes its font first.
 */
const optionalFonts: readonly OtherFont[] = [
  script('JP', 'noto-sans-jp', /[\p{Script=Hiragana}\p{Script=Katakana}]/u),
  script('KR', 'noto-sans-kr', /\p{Script=Hangul}/u),
  script('SC', 'noto-sans-sc', /[\p{Script=Han}\uff00-\uffef\u3000-\u303f]/u),
  script('TC', 'noto-sans-tc', /[\p{Script=Han}\p{Script=Bopomofo}]/u),
  script('JP', 'noto-sans-jp', /[\p{Script=Han}\uff00-\uffef\u3000-\u303f]/u),
  script('KR', 'noto-sans-kr', /\p{Script=Han}/u),
  {
    family: 'Noto Emoji',
    packageName: 'noto-emoji',
    weights: ['400Regular', '700Bold'],
    script: /\p{Extended_Pictographic}/u,
  },
]

const otherFonts: readonly OtherFont[] = [
  script('Malayalam', 'noto-sans-malayalam', /\p{Script=Malayalam}/u),
  script('Tamil', 'noto-sans-tamil', /\p{Script=Tamil}/u),
  script('Telugu', 'noto-sans-telugu', /\p{Script=Telugu}/u),
  script('Kannada', 'noto-sans-kannada', /\p{Script=Kannada}/u),
  script('Bengali', 'noto-sans-bengali', /\p{Script=Bengali}/u),
  script('Gujarati', 'noto-sans-gujarati', /\p{Script=Gujarati}/u),
  script('Gurmukhi', 'noto-sans-gurmukhi', /\p{Script=Gurmukhi}/u),
  script('Oriya', 'noto-sans-oriya', /\p{Script=Oriya}/u),
  script('Sinhala', 'noto-sans-sinhala', /\p{Script=Sinhala}/u),
  script('Thai', 'noto-sans-thai', /\p{Script=Thai}/u),
  script('Hebrew', 'noto-sans-hebrew', /\p{Script=Hebrew}/u),
  { family: 'Noto Sans Math', packageName: 'noto-sans-math', weights: ['400Regular'], script: signs },
  script('Symbols', 'noto-sans-symbols', signs),
  { family: 'Noto Sans Symbols 2', packageName: 'noto-sans-symbols-2', weights: ['400Regular'], script: signs },
  ...optionalFonts.filter((font) => hasFont(pathOf(font, '400Regular'))),
]

const allFonts: readonly Font[] = [
  ...new Map([...pageFonts, ...otherFonts].map((font) => [font.family, font] as const)).values(),
]
