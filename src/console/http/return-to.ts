import type { FastifyRequest } from 'fastify'
import type { Route } from '../route.ts'

/**
 * The page to show after the sign-in. What is no page of its own, a form that was sent or a part
 * that a script asked for, leads to the page it came from, or else to the nearest page above it.
 */
export function returnTo(request: FastifyRequest, routes: readonly Route[]): string {
  const isPart = request.method !== 'GET' || request.headers['hx-request'] === 'true'
  if (!isPart) return request.url
  const referer = URL.parse(request.headers.referer ?? '')
  const from = referer?.host === request.host ? referer.pathname + referer.search : request.url
  return nearestPage(from, routes)
}

function nearestPage(address: string, routes: readonly Route[]): string {
  const [path = ''] = address.split('?')
  const isPage = (one: string) => routes.some((route) => route.method === 'GET' && matches(route.path, one))
  if (isPage(path)) return address
  const segments = path.split('/')
  for (let length = segments.length - 1; length > 1; length -= 1) {
    const above = segments.slice(0, length).join('/')
    if (isPage(above)) return above
  }
  return '/console'
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('/')
  const segments = path.split('/')
  return parts.length === segments.length && parts.every((part, at) => part.startsWith('{') || part === segments[at])
}
