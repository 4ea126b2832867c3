/** All commands, a line each: `selfbill help`. */
export function overview(): string {
  const width = Math.max(...Object.keys(usages).map((command) => command.length))
  const lines = Object.entries(usages).map(([command, { does }]) => `  ${command.padEnd(width)}  ${does}`)
  return `Usage: selfbill COMMAND …

${lines.join('\n')}

selfbill COMMAND --help tells how a command is called. Exit codes: 0 done, 1 the answer is no, 2 misused.
Configuration comes from the environment; README.md lists the variables.`
}

/** How one command is called, what it does and what its words mean: `selfbill COMMAND --help`. */
export function helpOf(command: CommandName): string {
  const { does, words = [] }: Usage = usages[command]
  const width = Math.max(...words.map(([word]) => word.length))
  const lines = words.map(([word, meaning]) => `  ${word.padEnd(width)}  ${meaning}`)
  return [
    formsOf(command),
    '',
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...(lines.length > 0 ? ['', ...lines] : []),
  ].join('\n')
}

/** The ways to call a command alone: what is told when it is misused. */
export function formsOf(command: CommandName): string {
  const { forms }: Usage = usages[command]
  return forms.map((form, at) => `${at === 0 ? 'Usage:' : '      '} selfbill ${command} ${form}`.trimEnd()).join('\n')
}

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(usages, word)
}

/** Whether a command takes nothing but its name. */
export function isBare(command: CommandName): boolean {
  const { forms }: Usage = usages[command]
  return forms.every((form) => form === '')
}

export type CommandName = keyof typeof usages

interface Usage {
  /** What follows the command's name; one for each way to call it. */
  readonly forms: readonly string[]
  readonly does: string
  /** What the words of its forms mean, where that does not go without saying. */
  readonly words?: readonly (readonly [word: string, meaning: string])[]
}

const org = ['--org NAME', 'whose, by the name of the organisation; not needed where there is one alone'] as const
const profile = [
  '--profile FILE',
  'our own party, as in examples/business-profile.json, which serves unless given',
] as const

const usages = {
  serve: { forms: [''], does: 'run the service (as npm start does)' },
  demo: { forms: [''], does: 'watch four documents travel, on a temporary database' },
  organisation: {
    forms: [
      'list',
      'add NAME [--version DATE] [--phase2 on|off] [--numbering on|off] [--number-format FORMAT] [--compatibility PREFIX|off]',
      'show NAME',
      'set NAME [--name NAME] [the options of add]',
      'revoke NAME',
    ],
    does: 'the organisations that share the service',
    words: [
      ['--version DATE', 'the contract of requests without X-API-VERSION'],
      ['--phase2 on|off', 'off: documents are judged and never sent'],
      ['--numbering on|off', 'off: every request must have its document_number'],
      ['--number-format FORMAT', 'how minted numbers are written: {prefix}-{sequence:6}'],
      ['--compatibility PREFIX', "compatibility mode: the prefix of its clients' headers (x-acme); off: strict mode"],
      ['revoke', 'shuts every account of the organisation out'],
    ],
  },
  client: {
    forms: [
      'list [--org NAME]',
      'add NAME [--scope SCOPES] [--org NAME]',
      'rotate CLIENT_ID [--overlap HOURS] [--org NAME]',
      'revoke CLIENT_ID [--org NAME]',
    ],
    does: 'the programs that call for an organisation, and their secrets, each shown once',
    words: [
      [
        '--scope SCOPES',
        'documents:read documents:write profiles admin, with blanks between; the first two unless given',
      ],
      ['--overlap HOURS', 'how long the secret before it stays good, 0 to 720; 24 unless given'],
      org,
    ],
  },
  keys: {
    forms: ['list', 'rotate [--at-once]'],
    does: 'the keys that sign tokens',
    words: [['--at-once', 'ends every older key: all tokens issued so far are refused']],
  },
  token: {
    forms: ['[--org NAME] [--scope SCOPES]'],
    does: 'print a bearer token for an organisation, valid for 24 hours',
    words: [
      [
        '--scope SCOPES',
        'documents:read documents:write profiles admin, with blanks between; all but the last unless given',
      ],
      org,
    ],
  },
  profile: {
    forms: ['add [--org NAME] FILE'],
    does: 'add a business profile from a JSON file, as examples/business-profile.json, and print its id',
    words: [org],
  },
  validate: {
    forms: ['[--json] [--profile FILE] [--rulebook DIR] FILE…'],
    does: 'judge UBL documents or requests; exit 1 when a fatal rule fails',
    words: [
      ['--json', 'a line of JSON for each file'],
      profile,
      ['--rulebook DIR', 'Schematron files to judge by in place of our own (docs/rulebook.md)'],
    ],
  },
  import: {
    forms: ['--profile BP [--family FAMILY] [--org NAME] [--encoding ENCODING] FILE'],
    does: 'issue the documents of an NDJSON or CSV file; called again, it goes on where it stopped',
    words: [
      ['--profile BP', 'the business profile in whose name they are issued'],
      [
        '--family FAMILY',
        'purchase-invoices (unless given), purchase-credit-notes, sales-invoices, sales-credit-notes',
      ],
      org,
      [
        '--encoding ENCODING',
        'of a CSV file that is not UTF-8: windows-1256 (Arabic), windows-1252 (Western Europe), utf-16le and others',
      ],
      ['FILE', 'NDJSON, or CSV (.csv, .tsv) with commas, semicolons or tabs, as in examples/import.csv'],
    ],
  },
  verify: {
    forms: ['[--keys FILE] FILE'],
    does: 'check an evidence pack offline, without unpacking it; exit 1 when it is not sound',
    words: [['--keys FILE', "the service's /.well-known/jwks.json, as somebody kept it who trusts it"]],
  },
  xml: { forms: ['[--profile FILE] FILE'], does: 'print the UBL document of a request', words: [profile] },
  rules: {
    forms: ['[--set SET] [--arabic] [ID]'],
    does: 'print the rules in force, a line each, or all about one',
    words: [
      ['a line', 'id, official or ours, severity, sets, message; where both have a rule of an id there are two'],
      ['--set SET', 'self-billing, billing, tdd or mls'],
      ['--arabic', 'messages in Arabic'],
    ],
  },
  legs: {
    forms: ['--stalled [--org NAME]', '--overdue [--org NAME]', '--unknown FILE'],
    does: 'list the legs that wait for a person, or whose status is overdue',
    words: [
      ['--org NAME', 'of this organisation alone'],
      ['--unknown FILE', 'of the transmissions in a file (- for input), a UUID a line, those that no leg is about'],
    ],
  },
  retry: {
    forms: ['TRANSMISSION_UUID', 'DOCUMENT_ID', '--because TEXT [--org NAME]'],
    does: 'try a stalled leg again, all of a document, or all that one thing stopped',
    words: [['--because TEXT', 'those whose last error, as legs --stalled shows it, holds the text']],
  },
  report: { forms: ['DOCUMENT_ID'], does: 'report a document again that the tax authority rejected' },
  sandbox: {
    forms: ['advance DURATION [--org NAME]'],
    does: 'let time pass in the sandbox',
    words: [
      ['DURATION', '90s, 30m, 1h30m, 2d or ISO 8601: PT30M, P1D'],
      ['--org NAME', 'for this organisation alone; for every organisation unless given'],
    ],
  },
  migrate: { forms: [''], does: 'bring the database up to date' },
  backup: { forms: ['FILE'], does: 'copy the embedded database while it is in use' },
  restored: {
    forms: ['[--numbers N]'],
    does: 'ready a database for its first start after a backup was put back',
    words: [
      ['--numbers N', 'how many numbers of documents are passed over, lest one be given twice; 100000 unless given'],
    ],
  },
  check: { forms: [''], does: 'check the embedded database, and the chain through the documents' },
  version: { forms: [''], does: 'print the version, as --version and -V do' },
} as const satisfies Readonly<Record<string, Usage>>
