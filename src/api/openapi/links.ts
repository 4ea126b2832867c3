import type { Operation } from '../operation.ts'
import type { DocumentedPath } from './paths.ts'

/**
 * Links from an answer to all operations on the resource it created. Source: OpenAPI 3.1, "Link
 * Object".
 */
export function linksOf(
  { leadsTo }: Operation,
  paths: ReadonlyMap<Operation, DocumentedPath>,
): Readonly<Record<string, object>> {
  if (leadsTo === undefined) return {}
  const reached = [...paths].filter(([{ path }]) => path === leadsTo.path || path.startsWith(`${leadsTo.path}/`))
  const links = reached.flatMap(([{ id, params }, { nameOf }]) => {
    const names = Object.keys(params)
    if (!names.every((name) => Object.hasOwn(leadsTo.parameters, name))) return []
    const parameters = Object.fromEntries(names.map((name) => [nameOf(name), leadsTo.parameters[name]]))
    return [[id, { operationId: id, parameters }]]
  })
  return Object.fromEntries(links)
}
