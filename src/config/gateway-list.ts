import type { Environment } from './environment.ts'

/**
 * Reads GATEWAY_URL and GATEWAY_TOKEN: one address and its token, or a list `name=address,…` and
 * one token for all or a list `name=token,…`. Each leg is stored with the name of its access point,
 * so a name must stay with its access point.
 */
export function gatewaysIn(environment: Environment): readonly AccessPoint[] {
  const urls = environment.required('GATEWAY_URL', 'with GATEWAY=phoss-ap')
  const tokens = environment.required('GATEWAY_TOKEN', 'with GATEWAY=phoss-ap')
  if (!/^[\x21-\x7e]*$/.test(tokens)) environment.refuse('GATEWAY_TOKEN', 'must be of visible ASCII characters')
  if (!listed.test(urls)) return [{ name: unnamed, url: baseUrlIn(environment, urls), token: tokens }]
  const items = urls.split(',').map((item) => named(item.trim()))
  const names = items.map(([name]) => name)
  for (const name of names) if (!nameSyntax.test(name)) environment.refuse('GATEWAY_URL', nameProblem)
  if (new Set(names).size < names.length) environment.refuse('GATEWAY_URL', 'must have each name once')
  const tokenOf = tokensFor(environment, names, tokens)
  return items.map(([name, url]) => ({ name, url: baseUrlIn(environment, url), token: tokenOf(name) }))
}

/** The names in GATEWAY_DRAIN. */
export function drainingIn(environment: Environment, accessPoints: readonly AccessPoint[]): readonly string[] {
  const names = (environment.text('GATEWAY_DRAIN') ?? '').split(',').map((name) => name.trim())
  const draining = names.filter((name) => name !== '')
  const known = accessPoints.map(({ name }) => name)
  for (const name of draining) {
    if (!known.includes(name)) environment.refuse('GATEWAY_DRAIN', 'must be names of GATEWAY_URL')
  }
  if (known.length > 0 && known.every((name) => draining.includes(name)))
    environment.refuse('GATEWAY_DRAIN', 'must leave an access point for new legs')
  return draining
}

/** The address and credentials of an access point. */
export interface AccessPoint {
  /** In GATEWAY_URL; `default` for an address without a name. */
  readonly name: string
  /** http or https; the address before its `/api`. */
  readonly url: URL
  readonly token: string
}

/**
 * One token for all, or each its own: in a list a piece begins with the name of an access point. A
 * token may have commas and `=` too.
 */
function tokensFor(environment: Environment, names: readonly string[], tokens: string): (name: string) => string {
  const items = tokens.split(',').map((item) => named(item.trim()))
  if (!items.some(([name]) => names.includes(name))) return () => tokens
  const own = new Map(items)
  if (names.some((name) => !own.get(name)) || items.length > names.length)
    environment.refuse('GATEWAY_TOKEN', 'must have a token for each name of GATEWAY_URL, and no other')
  return (name) => own.get(name) ?? ''
}

function named(item: string): readonly [name: string, value: string] {
  const at = item.indexOf('=')
  return at < 0 ? ['', item] : [item.slice(0, at), item.slice(at + 1)]
}

function baseUrlIn(environment: Environment, text: string): URL {
  const url = URL.parse(text)
  const isBase =
    url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}${url.password}` === ''
  if (text !== '' && !isBase)
    environment.refuse('GATEWAY_URL', 'must be an http or https address such as http://127.0.0.1:8080')
  return url ?? new URL('http://127.0.0.1')
}

/** An address begins with its scheme, a list with a name. */
const listed = /^[^:/]*=|,/
const nameSyntax = /^[a-z][a-z0-9-]{0,31}$/
const nameProblem = 'must give each address of a list a name, such as east=http://10.0.0.1:8080'
const unnamed = 'default'
