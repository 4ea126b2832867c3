import { inEnglish } from '@selfbill/pint-ae/messages'
import type { Config } from '../../config/config.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'
import { readTextFile } from '../text-file.ts'
import { issueFile, readProfile } from './request-file.ts'

/** Prints the UBL document of a request. Exit 1, with every wrong field, when it is refused. */
export async function printXml(
  terminal: Terminal,
  config: Config,
  file: string,
  { profile }: XmlOptions,
): Promise<number> {
  const result = issueFile(await readTextFile(file), await readProfile(profile), config, await loadRulebook(config))
  if ('judged' in result) {
    terminal.print(result.judged.ubl)
    return 0
  }
  const { unreadable, errors } = result.refusal
  terminal.warn(
    unreadable === undefined
      ? [...errors].map(([path, message]) => printable(`${path}: ${inEnglish(message)}`)).join('\n')
      : inEnglish(unreadable.reason),
  )
  return 1
}

interface XmlOptions {
  readonly profile?: string | undefined
}
