import { parse } from 'yaml'
import { deployFile } from './deploy-files.ts'

/** A service of compose.yaml, as far as the tests look at it. */
export interface ComposeService {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly read_only?: boolean
  readonly stop_grace_period?: string
}

/** compose.yaml with its variables replaced as Compose does it. */
export function composeFile(variables: Readonly<Record<string, string>>): {
  readonly services: Readonly<Record<string, ComposeService>>
} {
  // In the values of the file that is read: a number that stands in a variable stays a text.
  const replace = (_: unknown, value: unknown) => (typeof value === 'string' ? substituted(value, variables) : value)
  return parse(deployFile('compose/compose.yaml'), replace, { merge: true })
}

/** The environment of one service. */
export function composeEnvironment(
  service: string,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return composeFile(variables).services[service]?.environment ?? {}
}

/** The variables that compose.yaml reads. */
export function composeVariables(): ReadonlySet<string> {
  return new Set(Array.from(deployFile('compose/compose.yaml').matchAll(reference), ([, name = '']) => name))
}

/** `${NAME:-default}` or `${NAME:?message}`. */
const reference = /\$\{(\w+):([-?])([^}]*)\}/g

function substituted(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(reference, (_, name: string, kind: string, rest: string) => {
    const value = variables[name] ?? ''
    if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`)
    return value === '' ? rest : value
  })
}
