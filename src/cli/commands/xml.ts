import { parseArgs } from 'node:util'
import type { Config } from '../../config/config.ts'
import { loadRulebook } from '../../service/rulebook.ts'
import { printable } from '../printable.ts'
import { readTextFile } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { issueFile, profileFrom } from './request-file.ts'

/** Prints the UBL document that a request becomes. Exit 1, with every wrong field, when it would be refused. */
export async function printXml(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { profile: { type: 'string' } },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('name one request file')
  const result = issueFile(await readTextFile(file), await profileFrom(values.profile), config, loadRulebook(config))
  if ('issued' in result) {
    console.log(result.issued.ubl)
    return 0
  }
  const { unreadable, errors } = result.refusal
  console.error(
    unreadable?.message ?? [...errors].map(([path, message]) => printable(`${path}: ${message}`)).join('\n'),
  )
  return 1
}
