import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Family } from '@selfbill/pint-ae/document'
import { type Rulebook, RulesUnreadable } from '@selfbill/pint-ae/rulebook'
import type { Config } from '../../../config/config.ts'
import type { DateOrder } from '../../../document-files/cell-dates.ts'
import { readBookFolders } from '../../../judging/book-folder.ts'
import { DocumentJudge } from '../../../judging/document-judge.ts'
import { loadRulebook } from '../../../service/rulebook.ts'
import { printable } from '../../printable.ts'
import { type JsonOption, printJson } from '../../rows.ts'
import type { Terminal } from '../../terminal.ts'
import { UsageError } from '../../usage-error.ts'
import { readProfile } from '../request-file.ts'
import { type Verdict, verdictsOf } from './verdicts.ts'

/**
 * Checks XML by the rules of its customisation id, and requests as the document they become. With
 * `--json` a line for each document: `{file, rows, valid, rule_book, findings}`; `rows` are those
 * of a CSV file, and what no rules judged has no `rule_book`. Exit 1 when a document is not valid,
 * 2 when a file is not there; neither ends the run.
 */
export async function validate(
  terminal: Terminal,
  config: Config,
  files: readonly string[],
  options: ValidateOptions,
): Promise<number> {
  const rulebookDirectory = options.rulebook ?? config.rulebookDirectory
  const rulebook = await loadRulebook({ ...config, rulebookDirectory })
  const { family, encoding, dates } = options
  const judging = {
    config,
    rulebook,
    books: openBooks(options.rulebooks ?? config.rulebooksDirectory, rulebook),
    profile: await readProfile(options.profile),
    family,
    encoding,
    dates,
  }
  let code = 0
  for (const file of files) {
    const bytes = await bytesOf(terminal, file).catch((error: unknown) => {
      if (!(error instanceof UsageError) || files.length === 1) throw error
      terminal.warn(`selfbill validate: ${error.message}`)
      return undefined
    })
    if (bytes === undefined) {
      code = 2
      continue
    }
    for await (const verdict of verdictsOf(file, bytes, judging)) {
      const valid = isValid(verdict)
      if (!valid) code = Math.max(code, 1)
      if (options.json) printJson(terminal, inJson(file, verdict, valid))
      else terminal.print(report(file, verdict, valid))
    }
  }
  return code
}

interface ValidateOptions extends JsonOption {
  readonly profile?: string | undefined
  readonly family?: Family | undefined
  readonly encoding?: string | undefined
  readonly dates?: DateOrder | undefined
  readonly rulebook?: string | undefined
  readonly rulebooks?: string | undefined
}

/** `-` is standard input. Throws UsageError when the file cannot be read. */
async function bytesOf(terminal: Terminal, file: string): Promise<Uint8Array> {
  if (file === '-') return buffer(terminal.stdin)
  try {
    return await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new UsageError(code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read: ${code}`)
  }
}

/** Throws RulesUnreadable with every problem of the rule books. */
function openBooks(directory: string | undefined, rulebook: Rulebook): DocumentJudge {
  const folders = directory === undefined ? [] : readBookFolders(directory)
  const judge = new DocumentJudge(rulebook, folders, () => new Date())
  const problems = judge.problems()
  if (problems.length > 0) throw new RulesUnreadable(problems.join('\n'))
  return judge
}

function isValid({ findings }: Verdict): boolean {
  return !findings.some((finding) => finding.flag === 'fatal')
}

function inJson(file: string, { rows, book, findings }: Verdict, valid: boolean) {
  return { file, rows, valid, rule_book: book, findings }
}

function report(file: string, { rows, book, findings }: Verdict, valid: boolean): string {
  const name = file === '-' ? 'standard input' : file
  const part = rows === undefined ? '' : `, ${rows}`
  const by = book === undefined ? '' : ` by ${book.name} ${book.version ?? book.digest}`
  const lines = findings.flatMap(({ flag, reasonCode, text, field, location, row, fix }) => {
    const place = [...(row === undefined ? [] : [`row ${row}`]), field ?? location].filter((word) => word !== '')
    const repairs = (fix ?? []).map(({ op, path, value }) => `    repair: ${op} ${path} ${JSON.stringify(value)}`)
    return [`  ${[flag, reasonCode, ...place].join(' ')}: ${text}`, ...repairs].map(printable)
  })
  return [`${name}${part}: ${valid ? 'valid' : 'NOT valid'}${by}`, ...lines].join('\n')
}
