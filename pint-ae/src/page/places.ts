import type { Language } from './page.ts'

/** An emirate by its code in PINT AE; any other text as it is. */
export function emirateName(text: string, language: Language): string {
  const names = Object.hasOwn(emirates, text) ? emirates[text] : undefined
  return names === undefined ? text : names[language === 'ar' ? 1 : 0]
}

/** The Arabic name of a country; undefined for a code that is not a country, such as 1A. */
export function arabicCountry(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  // Made with the first page: it takes 10 ms of a start.
  arabicRegions ??= new Intl.DisplayNames(['ar'], { type: 'region', fallback: 'none' })
  return arabicRegions.of(code)?.replaceAll(vowelSigns, '')
}

/** As in عُمان: a font draws them with their letter, which garbles the text that readers copy. */
const vowelSigns = /[\u064b-\u0652]/g

let arabicRegions: Intl.DisplayNames | undefined

const emirates: Readonly<Record<string, readonly [english: string, arabic: string]>> = {
  AUH: ['Abu Dhabi', 'أبوظبي'],
  DXB: ['Dubai', 'دبي'],
  SHJ: ['Sharjah', 'الشارقة'],
  AJM: ['Ajman', 'عجمان'],
  UAQ: ['Umm Al Quwain', 'أم القيوين'],
  RAK: ['Ras Al Khaimah', 'رأس الخيمة'],
  FUJ: ['Fujairah', 'الفجيرة'],
}
