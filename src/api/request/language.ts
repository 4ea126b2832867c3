import type { Language } from '@selfbill/pint-ae/rulebook'

export { findingsIn, findingsPiecesIn, type Language } from '@selfbill/pint-ae/rulebook'

/**
 * The language of an Accept-Language header: Arabic if it is preferred to English, otherwise
 * English. Any region matches; `*` and unreadable parts are ignored; of two with the same weight
 * the first wins. Source: RFC 9110, 12.5.4.
 */
export function languageOf(header: string | undefined): Language {
  let best: { readonly language: Language; readonly quality: number } = { language: 'en', quality: 0 }
  for (const range of (header ?? '').slice(0, charactersMax).split(',')) {
    const [, tag, weight = '1'] = rangeSyntax.exec(range) ?? []
    const language = tag?.toLowerCase()
    const quality = Number(weight)
    if ((language === 'en' || language === 'ar') && quality > best.quality) best = { language, quality }
  }
  return best.language
}

/** The headers of an answer with findings in a language. */
export function languageHeaders(language: Language): Readonly<Record<string, string>> {
  return { 'content-language': language, vary: 'Accept-Language' }
}

/** `ar-AE;q=0.8`: the language, its regions and scripts, its weight. */
const rangeSyntax = /^\s*([a-z]{2})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)\s*)?$/i
/** More than any browser sends. */
const charactersMax = 1000
