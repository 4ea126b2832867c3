/** A path of the API with its parameters filled in. Throws when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`the path ${path} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** A path and its query, without undefined parameters. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const present = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) present.set(name, String(value))
  return present.size === 0 ? path : `${path}?${present}`
}
