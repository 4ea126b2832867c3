import { existsSync } from 'node:fs'
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

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  text(name: SettingName): string | undefined {
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
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

  refuse(name: SettingName, reason: string): void {
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
