import type { Operation } from '../operation.ts'

/** Where an operation is in the OpenAPI document. */
export interface DocumentedPath {
  readonly path: string
  /** What its path calls a parameter that the operation calls `name`. */
  nameOf(name: string): string
}

/**
 * Paths that differ in the names of their parameters alone are one path to OpenAPI (3.1, "Path
 * Templating"): it has the names by which something is read there. So the `{business_profile_id}`
 * under which a document is created is `{id}` in the document, as in the path of what it creates.
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
