import { isScope, type Scope, scopes } from '../security/scopes.ts'
import { UsageError } from './usage-error.ts'

/** The scopes in the value of `--scope`: each once, in the order of `scopes`. Throws UsageError. */
export function parseScopes(text: string): readonly Scope[] {
  const named = text.split(/[ ,]+/).filter((word) => word !== '')
  if (named.length === 0 || !named.every(isScope)) {
    throw new UsageError(`--scope must be one or more of ${scopes.join(' ')}`)
  }
  return scopes.filter((scope) => named.includes(scope))
}
