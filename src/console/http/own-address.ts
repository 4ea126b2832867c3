/**
 * An address to go back to, when it is one of our own pages; otherwise the start. A browser sends
 * it, so it could name any site.
 */
export function ownAddress(address: string | undefined): string {
  const url = address?.startsWith('/') === true ? URL.parse(address, 'https://here.invalid') : null
  if (url?.host !== 'here.invalid' || !pages.test(url.pathname)) return start
  return url.pathname + url.search
}

const start = '/console'

/** Not the sign-in: coming back to it would sign nobody in. */
const pages = /^\/(console|reference)(?!\/sign-)(\/|$)/
