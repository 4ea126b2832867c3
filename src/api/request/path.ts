/**
 * The parameters of a path by their names, as text. A NUL is no text to a database: what replaces
 * it is found nowhere.
 */
export function pathTexts(values: unknown): Readonly<Record<string, string>> {
  const texts = membersOf(values).filter((member): member is [string, string] => typeof member[1] === 'string')
  return Object.fromEntries(texts.map(([name, value]) => [name, withoutNul(value)]))
}

export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

/** What the router or the parser of queries has found, by its names. */
export function membersOf(values: unknown): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(typeof values === 'object' && values !== null ? values : {})
}
