import { type MemberName, type SettingName, settings } from './settings.ts'

/**
 * Reads the value of a setting with members: `name=value`, separated by commas or white space. A
 * value with one of these stands in quotes, and the same quote in it is doubled. Undefined for any
 * other text.
 */
export function readMembers(text: string): readonly Member[] | undefined {
  const found: Member[] = []
  let at = 0
  while (at < text.length) {
    member.lastIndex = at
    const [whole, name, double, single, bare] = member.exec(text) ?? []
    if (whole === undefined) return undefined
    const value = double?.replaceAll('""', '"') ?? single?.replaceAll("''", "'") ?? bare ?? ''
    if (name !== undefined) found.push([name, value.trim()])
    at += whole.length
  }
  return found
}

/** Writes what `readMembers` reads. */
export function writeMembers(members: readonly Member[]): string {
  return members.map(([name, value]) => `${name}=${isBare(value) ? value : quoted(value)}`).join(',')
}

export type Member = readonly [name: string, value: string]

/** One member, or the separators at the end. */
const member = /[\s,]*(?:([a-z][a-z0-9_]*)=(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|((?!["'])[^\s,]*))(?=[\s,]|$)|$)/y

function isBare(value: string): boolean {
  return /^(?!["'])[^\s,]*$/.test(value)
}

/** In single quotes if it holds none: the whole value often stands in double quotes. */
function quoted(value: string): string {
  return value.includes("'") ? `"${value.replaceAll('"', '""')}"` : `'${value}'`
}

/** The members of a setting, in their order. */
export function membersOf(setting: SettingName): readonly MemberName[] {
  return members.filter((name) => placeOf(name)[0] === setting)
}

export function isMember(name: string): name is MemberName {
  return name.includes('.') && isSetting(name)
}

/** `TUNING.worker_lease_ms` → `TUNING`, `worker_lease_ms`. */
export function placeOf(name: MemberName): readonly [setting: SettingName, member: string] {
  const [setting = '', member = ''] = name.split('.')
  if (!isSetting(setting)) throw new Error(`${name} is a member of no setting`)
  return [setting, member]
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(settings, name)
}

const members = Object.keys(settings).filter(isMember)

export const settingsWithMembers: readonly SettingName[] = [...new Set(members.map((name) => placeOf(name)[0]))]
