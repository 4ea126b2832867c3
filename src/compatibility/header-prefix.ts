/**
 * Compatibility mode: for organisations whose clients were written for another service with this
 * contract. Those clients use headers with a prefix of their own, so the setting that switches the
 * mode on is that prefix. Source: docs/decisions/0053.
 */
export function headerPrefixOf(own: string | undefined, serviceWide: string | undefined): string | undefined {
  const setting = own ?? serviceWide
  return setting === strictMode ? undefined : setting
}

/** The setting of an organisation that stays strict, whatever the service is configured to. */
export const strictMode = 'off'

/** A setting as it is stored: a prefix in lower case, or `off`. Undefined for any other text. */
export function readCompatibility(text: string): string | undefined {
  const setting = text.toLowerCase()
  return setting.length <= charactersMax && new RegExp(compatibilitySyntax).test(setting) ? setting : undefined
}

/** Of a setting in lower case. */
export const compatibilitySyntax = '^(off|x-[a-z0-9]+(-[a-z0-9]+)*)$'

/** What a caller reads about any other text. */
export const compatibilityProblem = 'must be the prefix of a header, such as x-acme, or off'

/**
 * The header in which such a client signs its id, and in which a webhook carries its second
 * signature.
 */
export function signatureHeader(prefix: string): string {
  return `${prefix}-signature`
}

/** The header in which such a client names the contract. */
export function versionHeaderOf(prefix: string): string {
  return `${prefix}-version`
}

const charactersMax = 40
