export interface Setting {
  readonly name: string
  readonly value: string
  /** The line is a comment: a setting that an operator may switch on. */
  readonly isOff: boolean
}

/** The lines `NAME=value` and `#NAME=value` of a file of settings. */
export function settingsIn(text: string): readonly Setting[] {
  return Array.from(text.matchAll(/^(#?)([A-Z][A-Z0-9_]*)=(.*)$/gm), ([, off, name = '', value = '']) => ({
    name,
    value,
    isOff: off === '#',
  }))
}

/** All settings, those of comments too, or only those in force. */
export function environmentOf(settings: readonly Setting[], isAll = false): Readonly<Record<string, string>> {
  return Object.fromEntries(settings.filter(({ isOff }) => isAll || !isOff).map(({ name, value }) => [name, value]))
}
