import type { Static, TObject } from 'typebox'
import type { SelfbillClient } from '../../../../client/src/client.ts'
import type { Answer } from './answer.ts'
import type { Confirmations } from './confirmations.ts'
import type { RuleTexts } from './rule-texts.ts'

/** What an assistant can call. `input` has been checked against its schema. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** It is served only with `--allow-writes`. */
  readonly isWrite: boolean
  readonly input: TObject
  readonly output: TObject
  call(input: unknown, parts: ToolParts, signal: AbortSignal): Promise<Answer>
}

/** What the tools work with. */
export interface ToolParts {
  readonly client: SelfbillClient
  /** Of the service, without a path. */
  readonly address: string
  readonly rules: RuleTexts
  readonly confirmations: Confirmations
}

/** Declares a tool: its handler gets the input with the type of its schema. */
export function tool<Input extends TObject>(
  declaration: Omit<Tool, 'input' | 'call'> & {
    readonly input: Input
    call(input: Static<Input>, parts: ToolParts, signal: AbortSignal): Promise<Answer>
  },
): Tool {
  return declaration
}
