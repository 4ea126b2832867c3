/** How a shell writes what people paste into it. */
export interface Shell {
  readonly curl: string
  /** At the end of a line that continues on the next one. */
  readonly continues: string
  /** Quotes a word, if it needs quotes. */
  quoted(word: string): string
  /** A command with variables of its own. */
  withVariables(variables: Readonly<Record<string, string>>, command: string): string
}

const posix: Shell = {
  curl: 'curl',
  continues: '\\',
  quoted: (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`),
  withVariables: (variables, command) =>
    [...Object.entries(variables).map(([name, value]) => `${name}=${posix.quoted(value)}`), command].join(' '),
}

const powershell: Shell = {
  // In older versions, curl is another command.
  curl: 'curl.exe',
  continues: '`',
  // A leading @ has a meaning of its own.
  quoted: (word) => (/^[\w%+=:./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`),
  withVariables: (variables, command) =>
    [
      ...Object.entries(variables).map(([name, value]) => `$env:${name} = '${value.replaceAll("'", "''")}'`),
      command,
    ].join('; '),
}

/** The shell that people use on this system: PowerShell on Windows, elsewhere one like sh. */
export function shellOf(platform: NodeJS.Platform): Shell {
  return platform === 'win32' ? powershell : posix
}
