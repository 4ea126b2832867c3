import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { isMember, membersOf, placeOf, readMembers, settingsWithMembers, writeMembers } from './members.ts'
import { oldNames } from './old-names.ts'
import {
  type ChoiceName,
  type DefaultedName,
  type IntegerName,
  type MemberName,
  type Setting,
  type SettingName,
  settings,
} from './settings.ts'
import { readSmallFile } from './small-file.ts'

/**
 * The variables of the process, read by the names, ranges and defaults of `settings`. Collects
 * every wrong value, so that all are reported together.
 */
export class Environment {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #refusals: string[] = []
  /** Names that have a line already: what follows from it has none. */
  readonly #refused = new Set<string>()
  /** Each value is read once: its file may be a pipe. */
  readonly #found = new Map<SettingName, Found | undefined>()
  readonly #members = new Map<SettingName, ReadonlyMap<string, Found>>()

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  text(name: SettingName): string | undefined {
    if (!this.#found.has(name)) this.#found.set(name, this.#find(name))
    return this.#found.get(name)?.value
  }

  /** The value that all variables agree on. */
  #find(name: SettingName): Found | undefined {
    const [first, ...others] = isMember(name) ? this.#memberValues(name) : this.#values(name, name)
    const other = others.find(({ value }) => value !== first?.value)
    if (first === undefined || other === undefined) return first
    this.refuse(name, `and ${other.label} have different values: set one of them`, first.label)
    this.#refused.add(name)
    return first
  }

  /** A variable, and the file that it may stand in. */
  #values(variable: string, name: SettingName): readonly Found[] {
    const setting: Setting = settings[name]
    const value = this.#variable(variable)
    const path = setting.isSecret ? this.#variable(`${variable}_FILE`) : undefined
    const text = path === undefined ? undefined : this.#secretIn(path, { label: `${variable}_FILE`, name })
    return [
      { label: `${variable}_FILE`, value: text },
      { label: variable, value },
    ].filter((found): found is Found => found.value !== undefined)
  }

  #variable(name: string): string | undefined {
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
  }

  #secretIn(path: string, { label, name }: { readonly label: string; readonly name: SettingName }): string | undefined {
    let problem = `names an empty file: ${path}`
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(readSmallFile(path, 65_536)).trim()
      if (text !== '') return text
    } catch (error) {
      problem = `names a file that cannot be read: ${error instanceof Error ? error.message : String(error)}`
    }
    this.refuse(name, problem, label)
    this.#refused.add(name)
    return undefined
  }

  #memberValues(name: MemberName): readonly Found[] {
    const [setting, member] = placeOf(name)
    const found = this.#membersOf(setting).get(member)
    const oldName = oldNames[name]
    const old = oldName === undefined ? [] : this.#values(oldName, name)
    return found === undefined ? old : [...old, { label: name, value: found.value }]
  }

  /** The members in the values of a setting; those of a refused value are missing. */
  #membersOf(setting: SettingName): ReadonlyMap<string, Found> {
    const read = this.#members.get(setting) ?? this.#readMembers(setting)
    this.#members.set(setting, read)
    return read
  }

  #readMembers(setting: SettingName): ReadonlyMap<string, Found> {
    const members = new Map<string, Found>()
    const known = membersOf(setting).map((name) => placeOf(name)[1])
    for (const { label, value } of this.#values(setting, setting)) {
      const read = readMembers(value)
      if (read === undefined) {
        this.refuse(setting, membersProblem, label)
        this.#refused.add(setting)
      }
      for (const [at, [name, text]] of (read ?? []).entries()) {
        const earlier = members.get(name)
        // In a secret, what stands before = may be a piece of it.
        const which = isSecret(setting) ? `an unknown member, number ${at + 1}` : `the unknown member ${name}`
        if (!known.includes(name)) this.refuse(setting, `has ${which}; it may have ${list(known)}`, label)
        else if (earlier !== undefined && earlier.value !== text)
          this.refuse(setting, `gives ${name} another value than ${earlier.label}: set one of them`, label)
        else if (text !== '') members.set(name, { label, value: text })
      }
    }
    return members
  }

  /** Whether any member of the setting has a value. */
  hasMembers(setting: SettingName): boolean {
    return membersOf(setting).some((name) => this.text(name) !== undefined)
  }

  /** For each setting with members that are given by their old names: what to write instead. */
  warnings(): readonly string[] {
    return settingsWithMembers.flatMap((setting) => {
      const given = membersOf(setting).filter((name) => this.text(name) !== undefined)
      const old = given.flatMap((name) => this.#oldVariables(name))
      if (old.length === 0) return []
      const text = writeMembers(given.map((name) => [placeOf(name)[1], isSecret(name) ? '…' : (this.text(name) ?? '')]))
      const hidden = given.some(isSecret) ? ', with the secret in place of …' : ''
      const assignment = /^([^\s'#]*|.*".*)$/.test(text) ? `${setting}=${text}` : `${setting}="${text}"`
      const [verb, pronoun] = old.length === 1 ? ['is an old name', 'it'] : ['are old names', 'them']
      return [`${list(old)} ${verb}; the next minor version ignores ${pronoun}. Set ${assignment} instead${hidden}`]
    })
  }

  #oldVariables(name: MemberName): readonly string[] {
    const oldName = oldNames[name]
    const names = oldName === undefined ? [] : [oldName, ...(isSecret(name) ? [`${oldName}_FILE`] : [])]
    return names.filter((variable) => this.#variable(variable) !== undefined)
  }

  /** The text, or the setting's default. */
  textOrDefault(name: Exclude<DefaultedName, IntegerName>): string {
    return this.text(name) ?? settings[name].defaultValue
  }

  /** Empty when it is missing, which is reported. */
  required(name: SettingName, when: string): string {
    const value = this.text(name)
    if (value === undefined) this.refuse(name, `must be set ${when}`)
    return value ?? ''
  }

  /** `otherwise` is for a setting whose default depends on something else. */
  integer(name: IntegerName & DefaultedName): number
  integer(name: IntegerName, otherwise: number): number
  integer(name: IntegerName, otherwise = 0): number {
    const setting: Setting = settings[name]
    const [min, max] = settings[name].range
    const defaultValue = Number(setting.defaultValue ?? otherwise)
    const value = this.text(name)
    if (value === undefined) return defaultValue
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    this.refuse(name, `must be a whole number from ${min} to ${max}`)
    return defaultValue
  }

  /** `on` or `off`; charts and other files write `true` or `false`. */
  flag(name: ChoiceName): boolean {
    const value = this.textOrDefault(name)
    if (value === 'true' || value === 'false') return value === 'true'
    return this.oneOf(name) === 'on'
  }

  oneOf(name: ChoiceName): string {
    const values: readonly string[] = settings[name].values
    const value = this.textOrDefault(name)
    if (!values.includes(value)) this.refuse(name, `must be one of ${values.join(', ')}`)
    return value
  }

  /** An address, or a name that the machine resolves. */
  host(name: 'HOST' | 'METRICS.host', otherwise: string): string {
    const host = this.text(name) ?? otherwise
    if (isIP(host) === 0 && !hostName.test(host))
      this.refuse(name, 'must be an address of this machine or a name of it, without a port: 0.0.0.0, ::, localhost')
    return host
  }

  /** The path of an existing file or folder. */
  path(name: SettingName): string | undefined {
    const value = this.text(name)
    if (value !== undefined && !existsSync(value)) this.refuse(name, `names a missing file or folder: ${value}`)
    return value
  }

  /** Addresses and ranges, separated by commas. */
  ranges(name: SettingName): readonly string[] {
    const ranges = (this.text(name) ?? '').split(',').map((range) => range.trim())
    const named = ranges.filter((range) => range !== '')
    for (const range of named) {
      if (!isRange(range)) this.refuse(name, `must be addresses or ranges: ${range}`)
    }
    return named
  }

  /** `label`: the variable to name; by default the one that had the value. */
  refuse(name: SettingName, reason: string, label = this.#found.get(name)?.label ?? name): void {
    const isKnown = this.#refused.has(name) || (isMember(name) && this.#refused.has(placeOf(name)[0]))
    if (!isKnown) this.#refusals.push(`${label} ${reason}`)
  }

  /**
   * Throws ConfigInvalid when anything was refused. It names mistyped settings too: a missing one
   * may be among them.
   */
  throwRefusals(misspelt: readonly string[]): void {
    for (const name of Object.keys(this.#environment).filter(isMember)) {
      const [setting, member] = placeOf(name)
      this.refuse(name, `is no variable of its own: set ${setting}=${member}=…`, name)
    }
    if (this.#refusals.length > 0) {
      const lines = this.#refusals.map((line) => `  ${line}`)
      const message = ['The configuration is wrong:', ...lines, ...misspelt].join('\n')
      throw new ConfigInvalid(message, this.#refusals, misspelt)
    }
  }
}

/** Names in Docker networks have underscores too. */
const hostName = /^(?=.{1,253}$)(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})*$/i

interface Found {
  /** The variable, or the member of one. */
  readonly label: string
  readonly value: string
}

/** The configuration is wrong: one line per variable. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid'
  /** A sentence each, without the title above them. */
  readonly problems: readonly string[]
  /** About settings that were not read, because their names are mistyped. */
  readonly warnings: readonly string[]

  constructor(message: string, problems: readonly string[] = [message], warnings: readonly string[] = []) {
    super(message)
    this.problems = problems
    this.warnings = warnings
  }
}

function isRange(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && more.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= bitsMax
}

function isSecret(name: SettingName): boolean {
  const setting: Setting = settings[name]
  return setting.isSecret === true
}

const list = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)

const membersProblem =
  'must be name=value, separated by commas or spaces; a value with a comma or a space must stand in quotes'
