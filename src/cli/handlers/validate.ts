import { readFile } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import type { Party } from '../../document/objects/party.ts'
import { readBookFolders } from '../../judging/book-folder.ts'
import { DocumentJudge, type JudgingBook, judgedByOwn } from '../../judging/document-judge.ts'
import { inEnglish } from '../../messages/text-of.ts'
import { ruleSetOf } from '../../rulebook/rule-set.ts'
import { type Rulebook, type RuleFinding, RulesUnreadable } from '../../rulebook/rulebook.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import type { Element } from '../../xml/element.ts'
import { beginsLikeXml } from '../../xml/encoding.ts'
import { readXml, XmlUnreadable } from '../../xml/read.ts'
import { printable } from '../printable.ts'
import { decodeFileText } from '../text-file.ts'
import { issueFile, readProfile } from './request-file.ts'

/**
 * Checks XML files by the rules of their kind, and requests as the document they become. With
 * `--json` a line for each file: `{file, valid, rule_book, findings}`; a request has no
 * `rule_book`. Exit 1 when a fatal rule fails in any file.
 */
export async function validate(config: Config, files: readonly string[], options: ValidateOptions): Promise<number> {
  const rulebook = loadRulebook({ ...config, rulebookDirectory: options.rulebook ?? config.rulebookDirectory })
  const books = openBooks(options.rulebooks ?? config.rulebooksDirectory, rulebook)
  const profile = await readProfile(options.profile)
  let isAllValid = true
  for (const file of files) {
    const { findings, book } = judge(file, await readFile(file), { profile, config, rulebook, books })
    const valid = !findings.some((finding) => finding.flag === 'fatal')
    isAllValid &&= valid
    console.log(
      options.json ? JSON.stringify({ file, valid, rule_book: book, findings }) : report(file, valid, findings),
    )
  }
  return isAllValid ? 0 : 1
}

interface ValidateOptions {
  readonly json?: true | undefined
  readonly profile?: string | undefined
  readonly rulebook?: string | undefined
  readonly rulebooks?: string | undefined
}

/** Throws RulesUnreadable with every problem of the rule books. */
function openBooks(directory: string | undefined, rulebook: Rulebook): DocumentJudge | undefined {
  if (directory === undefined) return undefined
  const judge = new DocumentJudge(
    () => rulebook,
    readBookFolders(directory),
    () => new Date(),
  )
  const problems = judge.problems()
  if (problems.length > 0) throw new RulesUnreadable(problems.join('\n'))
  return judge
}

interface Judging {
  readonly profile: Party
  readonly config: Config
  readonly rulebook: Rulebook
  /** Undefined without rule books of the operator. */
  readonly books: DocumentJudge | undefined
}

interface FileVerdict {
  readonly findings: readonly RuleFinding[]
  /** The rules that judged; undefined for a request, and for a file that no rules judged. */
  readonly book?: JudgingBook
}

/** A file that does not begin like XML is read as a request. */
function judge(file: string, bytes: Uint8Array, { profile, config, rulebook, books }: Judging): FileVerdict {
  if (!beginsLikeXml(bytes)) return { findings: judgeRequest(decodeFileText(bytes, file), profile, config, rulebook) }
  try {
    return judgeXml(readXml(bytes), rulebook, books)
  } catch (error) {
    if (error instanceof XmlUnreadable) return { findings: [refusal('XML', error.message, null)] }
    throw error
  }
}

/** Without rule books, our rules judge invoices and credit notes of any customisation id. */
function judgeXml(root: Element, rulebook: Rulebook, books: DocumentJudge | undefined): FileVerdict {
  if (books !== undefined) {
    const judged = books.judge(root)
    if (judged.kind === 'judged') return { findings: judged.findings, book: judged.judge }
    return { findings: [refusal('XML', inEnglish(judged.reason), judged.field)] }
  }
  const set = ruleSetOf(root)
  if (set === undefined) return { findings: [refusal('XML', `There are no rules for ${root.name.local}`, null)] }
  const { findings, judge: book } = judgedByOwn(rulebook, set, root)
  return { findings, book }
}

function judgeRequest(text: string, profile: Party, config: Config, rulebook: Rulebook): readonly RuleFinding[] {
  const result = issueFile(text, profile, config, rulebook)
  if ('judged' in result) return result.judged.findings
  const { unreadable, errors } = result.refusal
  if (unreadable) return [refusal('JSON', inEnglish(unreadable.reason), unreadable.path ?? null)]
  return [...errors].map(([path, message]) => refusal('REQUEST', inEnglish(message), path))
}

/** An error that the service would answer with 400, as a finding. */
function refusal(reasonCode: string, text: string, field: string | null): RuleFinding {
  return { flag: 'fatal', reasonCode, text, location: '', test: '', field, value: null, fix: null, official: false }
}

function report(file: string, valid: boolean, findings: readonly RuleFinding[]): string {
  const lines = findings.map(({ flag, reasonCode, text, field, location }) =>
    printable(`  ${flag} ${reasonCode} ${field ?? location}: ${text}`),
  )
  return [`${file}: ${valid ? 'valid' : 'NOT valid'}`, ...lines].join('\n')
}
