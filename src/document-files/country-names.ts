import { countries } from '@selfbill/pint-ae/code-lists'
import { folded } from './column-names.ts'

const [english, arabic] = (['en', 'ar'] as const).map(
  (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
)

/** The English name of a country: `India` for `IN`. */
export function countryName(code: string): string | undefined {
  return isCode(code) ? english?.of(code) : undefined
}

/** The code of a country by its name in English or Arabic. */
export function countryCode(name: string): string | undefined {
  codes ??= new Map(
    [...countries]
      .filter(isCode)
      .flatMap((code) =>
        [english?.of(code), arabic?.of(code), ...(otherNames[code] ?? [])].flatMap((own) =>
          own === undefined ? [] : [[keyOf(own), code] as const],
        ),
      ),
  )
  return codes.get(keyOf(name))
}

/** `U.A.E.` is `UAE`. */
function keyOf(name: string): string {
  return folded(name.replaceAll('.', ''))
}

/** As people in the region write them, beside the names that Unicode has. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'The United Arab Emirates', 'الإمارات', 'دولة الإمارات العربية المتحدة', 'دولة الإمارات'],
  SA: ['KSA', 'Kingdom of Saudi Arabia', 'السعودية'],
  BH: ['Kingdom of Bahrain', 'مملكة البحرين'],
  KW: ['State of Kuwait', 'دولة الكويت'],
  OM: ['Sultanate of Oman', 'سلطنة عمان'],
  QA: ['State of Qatar', 'دولة قطر'],
  GB: ['UK', 'Great Britain', 'بريطانيا'],
  US: ['USA', 'United States of America', 'أمريكا'],
}

let codes: ReadonlyMap<string, string> | undefined

/** The list of Peppol also has codes that are no countries, such as `1A`. */
function isCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text)
}
