/**
 * Replaces every IBAN with a letter. An IBAN has its country's length and valid check digits, or
 * the form of a UAE IBAN with 21 digits, together or in groups. After the word IBAN, the country
 * may be missing and is then the UAE.
 */
export function withoutIbans(text: string): string {
  let rest = text.replace(/\biban([^A-Za-z0-9]{0,3})(?=[0-9])/gi, 'IBAN$1AE')
  for (const { index } of [...rest.matchAll(start)].toReversed()) {
    const end = endOfIban(rest, index)
    if (end !== undefined) rest = `${rest.slice(0, index)}X${rest.slice(end)}`
  }
  return rest
}

const start = /(?<=(?<![A-Z0-9])(?:IBAN)?)[A-Z]{2}[ .-]{0,2}[0-9]{2}/gi

function endOfIban(text: string, from: number): number | undefined {
  const length = lengths.get(text.slice(from, from + 2).toUpperCase())
  if (length === undefined) return undefined
  // In "no 4111111111111", "no" is a word and not Norway: some IBANs are hardly longer than a card
  // number.
  if (length < 20 && /^..[ .-]{1,2}[0-9]{3}/.test(text.slice(from, from + 7))) return undefined
  const next = /[ .-]{0,2}([A-Z0-9])/iy
  next.lastIndex = from
  let iban = ''
  while (iban.length < length) {
    const character = next.exec(text)?.[1]
    if (character === undefined) return undefined
    iban += character.toUpperCase()
  }
  const end = next.lastIndex
  return !/[A-Z0-9]/i.test(text[end] ?? '') && isIban(iban) ? end : undefined
}

/** ISO 7064, MOD 97-10. A UAE IBAN with a wrong digit is not a card number either. */
function isIban(iban: string): boolean {
  if (/^AE[0-9]{21}$/.test(iban)) return true
  const rotated = [...iban.slice(4), ...iban.slice(0, 4)]
  return rotated.reduce((rest, character) => Number(`${rest}${Number.parseInt(character, 36)}`) % 97, 0) === 1
}

/** Length by country, from the IBAN registry. */
const lengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
  DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23
  IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27
  MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
  SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((country) => [country.slice(0, 2), Number(country.slice(2))]),
)
