import { parseCookie, stringifySetCookie } from 'cookie'

/**
 * The cookies of the console. Over https their names begin with `__Host-`: a browser then takes
 * them from this host alone, over https alone. Plain http works on this computer only.
 */
export interface SetCookie {
  readonly name: CookieName
  /** Undefined removes it. */
  readonly value: string | undefined
  /** Absent: until the browser closes. */
  readonly maxAgeS?: number
}

/** The session, the browser's choices, and what a page leaves for the next one. */
export const cookieNames = {
  session: 'selfbill',
  language: 'selfbill-language',
  theme: 'selfbill-theme',
  notice: 'selfbill-notice',
  returnTo: 'selfbill-return',
  provider: 'selfbill-provider',
  invited: 'selfbill-invited',
} as const

export type CookieName = (typeof cookieNames)[keyof typeof cookieNames]

export function cookieReader(header: string | undefined, isHttps: boolean): (name: string) => string | undefined {
  const cookies = header === undefined ? {} : parseCookie(header)
  return (name) => cookies[nameOf(name, isHttps)]
}

/** Lax: a link from an e-mail finds the person signed in, a form of another site does not. */
export function cookieHeader({ name, value, maxAgeS }: SetCookie, isHttps: boolean): string {
  return stringifySetCookie({
    name: nameOf(name, isHttps),
    value: value ?? '',
    path: '/',
    httpOnly: true,
    secure: isHttps,
    sameSite: 'lax',
    ...(value === undefined ? { maxAge: 0 } : maxAgeS !== undefined && { maxAge: maxAgeS }),
  })
}

function nameOf(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name
}
