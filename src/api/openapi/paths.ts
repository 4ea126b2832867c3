import type { Operation } from '../operation.ts'

/** The place of an operation in the OpenAPI document. */
export interface DocumentedPath {
  readonly path: string
  /** The documented name of the operation's parameter `name`. */
  nameOf(name: string): string
}

/**
 * To OpenAPI, paths that differ only in the names of parameters are one path (3.1, "Path
 * Templating"). It gets the names of the `GET`: the `{business_profile_id}` of a create becomes
 * `{id}`, as in the path of the document it creates.
 */
export function documentedPaths(operations: readonly Operation[]): ReadonlyMap<Operation, DocumentedPath> {
  const named = new Map(operations.toReversed().map(({ path }) => [shapeOf(path), path]))
  for (const { method, path } of operations) if (method === 'GET') named.set(shapeOf(path), path)
  return new Map(operations.map((operation) => [operation, documented(operation, named)]))
}

function documented({ path: own }: Operation, named: ReadonlyMap<string, string>): DocumentedPath {
  const path = named.get(shapeOf(own)) ?? own
  const names = new Map(namesIn(own).map((name, at) => [name, namesIn(path)[at] ?? name]))
  return { path, nameOf: (name) => names.get(name) ?? name }
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}')
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
