/**
 * The parameters of a path by name, as text. Databases refuse a NUL; its replacement matches
 * nothing.
 */
export function pathTexts(values: unknown): Readonly<Record<string, string>> {
  const texts = membersOf(values).filter((member): member is [string, string] => typeof member[1] === 'string')
  return Object.fromEntries(texts.map(([name, value]) => [name, withoutNul(value)]))
}

export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

/** The entries that the router or the query parser found. */
export function membersOf(values: unknown): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(typeof values === 'object' && values !== null ? values : {})
}
