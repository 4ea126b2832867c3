/** The value of a member; undefined if the value has no such member. */
export function memberOf(value: unknown, name: string): unknown {
  return hasMembers(value) ? value[name] : undefined
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
