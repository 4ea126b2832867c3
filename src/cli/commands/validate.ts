import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import type { Party } from '../../document/objects/party.ts'
import { ruleSetOf } from '../../rulebook/rule-set.ts'
import type { Rulebook, RuleFinding } from '../../rulebook/rulebook.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { beginsLikeXml } from '../../xml/encoding.ts'
import { readXml, XmlUnreadable } from '../../xml/read.ts'
import { printable } from '../printable.ts'
import { textOf } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { issueFile, profileFrom } from './request-file.ts'

/**
 * Judges files: UBL documents (self-billing or billing), tax data documents and message level statuses by the rules of their
 * kind, requests as the document they become. With `--json` one line a file:
 * `{file, valid, findings}`. Exit 1 when a fatal rule fails anywhere.
 */
export async function validate(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, profile: { type: 'string' }, rulebook: { type: 'string' } },
  })
  if (positionals.length === 0) throw new UsageError('name at least one file')
  const rulebook = loadRulebook({ ...config, rulebookDirectory: values.rulebook ?? config.rulebookDirectory })
  const profile = await profileFrom(values.profile)
  let isAllValid = true
  for (const file of positionals) {
    const findings = judge(file, await readFile(file), profile, config, rulebook)
    const valid = !findings.some((finding) => finding.flag === 'fatal')
    isAllValid &&= valid
    console.log(values.json === true ? JSON.stringify({ file, valid, findings }) : report(file, valid, findings))
  }
  return isAllValid ? 0 : 1
}

/** What does not begin like XML is a request. */
function judge(
  file: string,
  bytes: Uint8Array,
  profile: Party,
  config: Config,
  rulebook: Rulebook,
): readonly RuleFinding[] {
  if (!beginsLikeXml(bytes)) return judgeRequest(textOf(bytes, file), profile, config, rulebook)
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
  if ('issued' in result) return result.issued.findings
  const { unreadable, errors } = result.refusal
  if (unreadable) return [refusal('JSON', unreadable.message, unreadable.path ?? null)]
  return [...errors].map(([path, message]) => refusal('REQUEST', message, path))
}

/** What the service would answer with 400, in the shape of a finding. */
function refusal(reasonCode: string, text: string, field: string | null): RuleFinding {
  return { flag: 'fatal', reasonCode, text, location: '', test: '', field, value: null, fix: null, official: false }
}

function report(file: string, valid: boolean, findings: readonly RuleFinding[]): string {
  const lines = findings.map(({ flag, reasonCode, text, field, location }) =>
    printable(`  ${flag} ${reasonCode} ${field ?? location}: ${text}`),
  )
  return [`${file}: ${valid ? 'valid' : 'NOT valid'}`, ...lines].join('\n')
}
