const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const topLabel = '[a-z]([a-z0-9-]{0,61}[a-z0-9])'

/**
 * The one form of an e-mail address that the service takes, from API, command line and provider
 * alike: an addr-spec without quotes, comments and domain literals (RFC 5321, 4.1.2), in ASCII. So
 * one text names one mailbox: a mail server cannot read it as a group, as several addresses or as a
 * header. A domain in another script is written in its `xn--` form.
 */
export const emailSyntax = new RegExp(`^${atom}(\\.${atom})*@(${label}\\.)+${topLabel}$`)

export const emailCharactersMax = 254

/**
 * The address in lower case: people write the same one in several ways. Undefined for any other
 * text. Checked before the letters change: the Kelvin sign would become a k.
 */
export function emailAddress(text: string): string | undefined {
  if (text.length > emailCharactersMax || /[^\x21-\x7e]/.test(text)) return undefined
  const address = text.toLowerCase()
  return emailSyntax.test(address) && address.indexOf('@') <= localCharactersMax ? address : undefined
}

/** RFC 5321, 4.5.3.1.1. */
const localCharactersMax = 64
