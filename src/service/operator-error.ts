import { ConfigInvalid } from '../config/environment.ts'
import { SecretKeyWrong } from '../sealing.ts'
import { DatabaseAway } from '../store/database.ts'
import { MigrationRefused } from '../store/migrate.ts'

/** True for what whoever runs the process can put right: told in a line, without a stack. */
export function isOperatorError(error: unknown): error is Error {
  if (error instanceof ConfigInvalid || error instanceof SecretKeyWrong || error instanceof MigrationRefused)
    return true
  if (error instanceof DatabaseAway) return true
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && plainCodes.has(error.code)
}

const plainCodes: ReadonlySet<string> = new Set([
  'ENOENT',
  'EACCES',
  'EISDIR',
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'ECONNREFUSED',
])
