/** A path of the API with its parameters filled in; each must be there. */
export function filled(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`the path ${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** A path and its query; what is undefined is not asked for. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const present = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) present.set(name, String(value))
  return present.size === 0 ? path : `${path}?${present}`
}
