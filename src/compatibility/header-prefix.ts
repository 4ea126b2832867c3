/**
 * The header prefix of an organisation in compatibility mode, which serves clients written for
 * another service with this contract. Those clients prefix their headers, so the prefix is also the
 * setting that switches the mode on. Undefined in strict mode. Source: docs/decisions/0053.
 */
export function headerPrefixOf(own: string | undefined, serviceWide: string | undefined): string | undefined {
  const setting = own ?? serviceWide
  return setting === strictMode ? undefined : setting
}

/** The setting for strict mode, whatever the service-wide setting. */
export const strictMode = 'off'

/**
 * A setting as the store has it: a prefix in lower case, or `off`. Undefined for any other text.
 */
export function readCompatibility(text: string): string | undefined {
  const setting = text.toLowerCase()
  return setting.length <= charactersMax && new RegExp(compatibilitySyntax).test(setting) ? setting : undefined
}

/** Matches a setting in lower case. */
export const compatibilitySyntax = '^(off|x-[a-z0-9]+(-[a-z0-9]+)*)$'

/** The message for any other text. */
export const compatibilityProblem = 'must be the prefix of a header, such as x-acme, or off'

/** The header with a client's signature of its id, and with a webhook's second signature. */
export function signatureHeader(prefix: string): string {
  return `${prefix}-signature`
}

/** The header with the contract version. */
export function versionHeaderOf(prefix: string): string {
  return `${prefix}-version`
}

const charactersMax = 40
