/** A path of the API with its parameters filled in. Throws when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`the path ${path} needs the parameter ${name}`)
    return pathPart(value)
  })
}

/**
 * A parameter as one part of a path. Throws for `.` and `..`: an address means another path with
 * them, encoded or not.
 */
export function pathPart(value: string | number): string {
  const part = encodeURIComponent(String(value))
  if (part === '.' || part === '..') throw new TypeError(`${part} cannot be a part of a path`)
  return part
}

/** A path and its query, without undefined parameters. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const present = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) present.set(name, String(value))
  return present.size === 0 ? path : `${path}?${present}`
}
