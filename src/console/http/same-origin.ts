/**
 * Whether a form comes from a page of our own. A browser says so itself (`Sec-Fetch-Site`); over
 * plain http it does not, and the Origin must name our host. A request with neither is refused:
 * every browser sends one of them with a form. Source: W3C, Fetch Metadata; RFC 6454, 7.3.
 */
export function isOwnForm({ site, origin, host }: FormOrigin): boolean {
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.parse(origin)?.host === host
}

export interface FormOrigin {
  /** Sec-Fetch-Site. */
  readonly site: string | undefined
  readonly origin: string | undefined
  /** The host as the browser sees it, with its port unless that is the usual one. */
  readonly host: string
}
