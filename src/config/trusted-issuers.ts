import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'
import { defaultScopes, grantableScopes, isGrantableScope } from '../security/scopes.ts'
import { isSafeUrl } from './safe-url.ts'
import { readSmallFile } from './small-file.ts'

/**
 * Another issuer whose tokens the service accepts, only for the organisations in its configuration.
 * Source: docs/contract.md#access.
 */
export interface TrustedIssuer {
  /** The exact `iss` of its tokens. */
  readonly issuer: string
  readonly jwksUri: string
  /** The `aud` of its tokens; undefined: the service's own. */
  readonly audience: string | undefined
  /** The ids or names of the organisations it may speak for. */
  readonly organisations: readonly string[]
  /** The most that its tokens may ask for. */
  readonly scopes: readonly string[]
}

/**
 * Reads the variable: JSON, or the path of a JSON file. Throws an Error whose message names the
 * mistake.
 */
export function readTrustedIssuers(variable: string): readonly TrustedIssuer[] {
  const issuers = listOf(parsed(variable.startsWith('[') ? variable : fileText(variable)), 'the issuers').map(issuerOf)
  const names = issuers.map(({ issuer }) => issuer)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`names the issuer ${twice} twice`)
  return issuers
}

const members = ['issuer', 'jwks_uri', 'audience', 'organisations', 'scopes']

function issuerOf(entry: unknown): TrustedIssuer {
  if (typeof entry !== 'object' || entry === null) throw new Error('must be a list of objects')
  const values = new Map<string, unknown>(Object.entries(entry))
  const unknown = [...values.keys()].find((name) => !members.includes(name))
  if (unknown !== undefined) throw new Error(`has the unknown member ${unknown}; there are ${members.join(', ')}`)
  const issuer = textOf(values.get('issuer'), 'issuer')
  if (!/^https?:\/\/[^#\s]+$/.test(issuer)) throw new Error(`issuer must be a URL without a fragment: ${issuer}`)
  const organisations = listOf(values.get('organisations'), 'organisations').map((name) =>
    textOf(name, 'organisations'),
  )
  if (organisations.length === 0) throw new Error(`binds ${issuer} to no organisation`)
  const scopes = values.has('scopes') ? listOf(values.get('scopes'), 'scopes').map(scopeOf) : defaultScopes
  if (scopes.length === 0) throw new Error(`scopes of ${issuer} must not be empty: leave it out for the default`)
  return {
    issuer,
    jwksUri: safeUrl(textOf(values.get('jwks_uri'), 'jwks_uri')),
    audience: values.has('audience') ? textOf(values.get('audience'), 'audience') : undefined,
    organisations,
    scopes,
  }
}

/** Over plain http anybody on the way could replace the keys. Never repeats a password. */
function safeUrl(text: string): string {
  if (!isSafeUrl(text)) throw new Error('jwks_uri must be an https URL without a password')
  return text
}

function scopeOf(value: unknown): string {
  if (!isGrantableScope(value)) throw new Error(`scopes must be among ${grantableScopes.join(', ')}`)
  return value
}

function textOf(value: unknown, member: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${member} must be text`)
  return value
}

function listOf(value: unknown, member: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${member} must be a list`)
  return value
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error('must be a JSON list, or the path of a file that holds one')
  }
}

function fileText(path: string): string {
  try {
    return decodedText(readSmallFile(path, 1_048_576))
  } catch (error) {
    const problem = error instanceof TextUndecodable ? `: ${error.message}` : ' cannot be read'
    throw new Error(`must be a JSON list, or the path of a file that holds one: ${path}${problem}`)
  }
}
