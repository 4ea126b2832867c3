/** A unit of systemd: its settings in order. A setting may occur several times. */
export class UnitFile {
  readonly #settings: readonly UnitSetting[]

  constructor(text: string) {
    let section = ''
    const settings: UnitSetting[] = []
    for (const line of text.split('\n')) {
      const title = /^\[(\w+)\]$/.exec(line)?.[1]
      const setting = /^(\w+)=(.*)$/.exec(line)
      if (title !== undefined) section = title
      else if (setting) settings.push({ section, name: setting[1] ?? '', value: setting[2] ?? '' })
      else if (line !== '' && !line.startsWith('#')) throw new Error(`no setting of a unit: ${line}`)
    }
    this.#settings = settings
  }

  all(name: string): readonly string[] {
    return this.#settings.filter((setting) => setting.name === name).map(({ value }) => value)
  }

  /** The value of a setting that occurs once. */
  one(name: string): string {
    const [value, ...more] = this.all(name)
    if (value === undefined || more.length > 0) throw new Error(`${name} does not occur once`)
    return value
  }

  /** `Environment=NAME=value`, each on its own line. */
  get environment(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.all('Environment').map((text) => text.split(/=(.*)/s).slice(0, 2)))
  }

  /** The program and its arguments; systemd's own quotes and specifiers do not occur. */
  get command(): readonly string[] {
    const line = this.one('ExecStart')
    if (/["'%$\\]/.test(line)) throw new Error(`not a plain command: ${line}`)
    return line.split(' ')
  }
}

interface UnitSetting {
  readonly section: string
  readonly name: string
  readonly value: string
}
