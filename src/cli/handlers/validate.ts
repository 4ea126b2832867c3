import { readFile } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import type { Party } from '../../document/objects/party.ts'
import { inEnglish } from '../../messages/text-of.ts'
import { ruleSetOf } from '../../rulebook/rule-set.ts'
import type { Rulebook, RuleFinding } from '../../rulebook/rulebook.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { beginsLikeXml } from '../../xml/encoding.ts'
import { readXml, XmlUnreadable } from '../../xml/read.ts'
import { printable } from '../printable.ts'
import { decodeFileText } from '../text-file.ts'
import { issueFile, readProfile } from './request-file.ts'

/**
 * Checks XML files by the rules of their kind, and requests as the document they become. With
 * `--json` a line for each file: `{file, valid, findings}`. Exit 1 when a fatal rule fails in any
 * file.
 */
export async function validate(config: Config, files: readonly string[], options: ValidateOptions): Promise<number> {
  const rulebook = loadRulebook({ ...config, rulebookDirectory: options.rulebook ?? config.rulebookDirectory })
  const profile = await readProfile(options.profile)
  let isAllValid = true
  for (const file of files) {
    const findings = judge(file, await readFile(file), profile, config, rulebook)
    const valid = !findings.some((finding) => finding.flag === 'fatal')
    isAllValid &&= valid
    console.log(options.json ? JSON.stringify({ file, valid, findings }) : report(file, valid, findings))
  }
  return isAllValid ? 0 : 1
}

interface ValidateOptions {
  readonly json?: true | undefined
  readonly profile?: string | undefined
  readonly rulebook?: string | undefined
}

/** A file that does not begin like XML is read as a request. */
function judge(
  file: string,
  bytes: Uint8Array,
  profile: Party,
  config: Config,
  rulebook: Rulebook,
): readonly RuleFinding[] {
  if (!beginsLikeXml(bytes)) return judgeRequest(decodeFileText(bytes, file), profile, config, rulebook)
  try {
    const root = readXml(bytes)
    const set = ruleSetOf(root)
    return set === undefined
      ? [refusal('XML', `There are no rules for ${root.name.local}`, null)]
      : rulebook.judge(root, set)
  } catch (error) {
    if (error instanceof XmlUnreadable) return [refusal('XML', error.message, null)]
    throw error
  }
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
