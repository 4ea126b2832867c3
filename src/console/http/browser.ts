import type { FastifyRequest } from 'fastify'
import { cookieReader } from './cookies.ts'

/** The browser behind a request: what the sign-in and the cookies depend on. */
export interface Browser {
  /** `https://selfbill.example`, as the browser sees it. */
  readonly origin: string
  readonly isHttps: boolean
  /** Whether it keeps our cookies: over https, or on this computer. */
  readonly keepsCookies: boolean
  readonly userAgent: string | undefined
  cookie(name: string): string | undefined
}

/** Protocol and host come from the proxy only when the proxy is trusted. */
export function browserOf({ protocol, host, hostname, headers }: FastifyRequest): Browser {
  const isHttps = protocol === 'https'
  return {
    origin: `${protocol}://${host}`,
    isHttps,
    keepsCookies: isHttps || thisComputer.test(hostname),
    userAgent: headers['user-agent'],
    cookie: cookieReader(headers.cookie, isHttps),
  }
}

const thisComputer = /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i
