import { isMember, placeOf, writeMembers } from '../../../src/config/members.ts'

/**
 * Variables from settings that may name members: `{ 'TUNING.worker_concurrency': '1' }` becomes
 * `{ TUNING: 'worker_concurrency=1' }`. So tests add to one another's settings by spreading them.
 */
export function variablesOf<Value extends string | undefined>(
  settings: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value | string>> {
  const entries = Object.entries(settings)
  const members = entries.flatMap(([name, value]) => {
    if (!isMember(name) || value === undefined) return []
    const [setting, member] = placeOf(name)
    return [{ setting, text: writeMembers([[member, value]]) }]
  })
  const made = new Map<string, string>()
  for (const { setting, text } of members) made.set(setting, [made.get(setting), text].filter(Boolean).join(','))
  return { ...Object.fromEntries(entries.filter(([name]) => !isMember(name))), ...Object.fromEntries(made) }
}
