import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import {
  type ChoiceName,
  type DefaultedName,
  type IntegerName,
  type Setting,
  type SettingName,
  settings,
} from './settings.ts'

/**
 * The variables of the process, read by the names, ranges and defaults of `settings`. Collects
 * every wrong value, so that all are reported together.
 */
export class Environment {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #refusals: string[] = []
  readonly #fromFiles = new Map<SettingName, string | undefined>()
  readonly #refusedFiles = new Set<SettingName>()

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  text(name: SettingName): string | undefined {
    const setting: Setting = settings[name]
    const value = this.#variable(name)
    const path = setting.isSecret ? this.#variable(`${name}_FILE`) : undefined
    if (path === undefined) return value
    // Read once: it may be a pipe.
    if (!this.#fromFiles.has(name)) this.#fromFiles.set(name, this.#secretIn(path, { name, value }))
    return this.#fromFiles.get(name)
  }

  #variable(name: string): string | undefined {
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
  }

  /** The secret in a file; when the file is refused, the variable's own value, if any. */
  #secretIn(path: string, { name, value }: { readonly name: SettingName; readonly value: string | undefined }) {
    const file = `${name}_FILE`
    const refused = (reason: string) => {
      this.#refusedFiles.add(name)
      this.#refusals.push(`${file} ${reason}`)
      return value
    }
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim()
    } catch (error) {
      return refused(`names a file that cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (text === '') return refused(`names an empty file: ${path}`)
    if (value !== undefined && value !== text) refused(`and ${name} have different values: set one of them`)
    return text
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

  flag(name: ChoiceName): boolean {
    return this.oneOf(name) === 'on'
  }

  oneOf(name: ChoiceName): string {
    const values: readonly string[] = settings[name].values
    const value = this.textOrDefault(name)
    if (!values.includes(value)) this.refuse(name, `must be one of ${values.join(', ')}`)
    return value
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

  /** A secret whose file was refused has its line already. */
  refuse(name: SettingName, reason: string): void {
    if (this.#refusedFiles.has(name)) return
    this.#refusals.push(`${name} ${reason}`)
  }

  /** Throws ConfigInvalid when anything was refused. */
  throwRefusals(): void {
    if (this.#refusals.length > 0) {
      throw new ConfigInvalid(['The configuration is wrong:', ...this.#refusals.map((line) => `  ${line}`)].join('\n'))
    }
  }
}

/** The configuration is wrong: one line per variable. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid'
}

function isRange(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && more.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= bitsMax
}
