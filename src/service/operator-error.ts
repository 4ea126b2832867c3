import { RulesUnreadable } from '@selfbill/pint-ae/rulebook'
import { ConfigInvalid } from '../config/environment.ts'
import { SecretKeyWrong } from '../security/sealing.ts'
import { MigrationRefused } from '../store/database/applied-migrations.ts'
import { DatabaseAway, DatabaseUnusable, OutcomeUnknown } from '../store/database/database.ts'
import { CannotListen } from './cannot-listen.ts'

/** One line, without a stack, for an error that the operator can fix; undefined for any other. */
export function operatorMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof OutcomeUnknown) return `${error.message}. Look whether it was before you do it again`
  if (kinds.some((kind) => error instanceof kind)) return error.message
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return undefined
  if (code === 'ENOENT' && 'path' in error) return `there is no file ${error.path}`
  return plainCodes.has(code) ? error.message : undefined
}

const kinds = [
  ...[ConfigInvalid, CannotListen, RulesUnreadable, SecretKeyWrong],
  ...[MigrationRefused, DatabaseUnusable, DatabaseAway],
]

const plainCodes: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EPERM', 'EROFS', 'ENOSPC'])
