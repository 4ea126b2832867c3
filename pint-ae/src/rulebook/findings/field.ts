import type { Element } from '@selfbill/schematron/xml'

/**
 * The caller's JSON path that an element was written from: its ancestors' origins, then its own, as
 * in `document_lines[3].price.base_amount`. An element without an origin uses its nearest
 * ancestor's; null when no ancestor has one.
 *
 * `more` names a missing member of that object: `start_date`, `../scheme_id` for a member beside
 * the element's own (one `../` for every parent to climb), `/tax_exchange_rate` from the root.
 */
export function fieldOf(element: Element, more?: string): string | null {
  if (more === undefined) return pathOf(element)
  if (more.startsWith('/')) return more.slice(1)
  let from: Element | undefined = element
  let rest = more
  while (rest.startsWith('../')) {
    from = from?.parent
    rest = rest.slice(3)
  }
  return joined(pathOf(from), rest)
}

/** Whether a tree was written from a caller's JSON; a tree read from XML has no origins. */
export function hasOrigins(element: Element): boolean {
  return element.children.some((child) => child.origin !== undefined || hasOrigins(child))
}

function pathOf(element: Element | undefined): string | null {
  if (element === undefined) return null
  const { origin } = element
  if (origin === undefined) return pathOf(element.parent)
  return origin.startsWith('/') ? origin.slice(1) : joined(pathOf(element.parent), origin)
}

function joined(path: string | null, member: string): string {
  return path === null ? member : `${path}.${member}`
}
