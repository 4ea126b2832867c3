import { createInterface } from 'node:readline/promises'
import { Option } from '@commander-js/extra-typings'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** For a command that asks before it works. */
export const yesOption = new Option('--yes', 'do not ask; needed without a terminal')

export interface YesOption {
  readonly yes?: true | undefined
}

/**
 * Asks a person before work that cannot be undone, or that stops others. False unless the answer
 * is yes. Throws `UsageError` where nobody can be asked: a script must say so with `--yes`.
 */
export async function isConfirmed(
  terminal: Pick<Terminal, 'stdin' | 'stderr'>,
  question: string,
  { yes }: YesOption,
): Promise<boolean> {
  if (yes === true) return true
  const { stdin: input, stderr: output } = terminal
  if (input.isTTY !== true || output.isTTY !== true)
    throw new UsageError(`${question} There is no terminal to ask at: add --yes. Nothing was changed.`)
  const lines = createInterface({ input, output })
  try {
    const answer = await Promise.race([
      lines.question(`${question} Type yes to go on: `),
      // Ctrl-D and Ctrl-C close it, and leave the question open.
      new Promise<string>((resolve) => lines.once('close', () => resolve(''))),
    ])
    if (answer.trim().toLowerCase() === 'yes') return true
    output.write('Nothing was changed.\n')
    return false
  } finally {
    lines.close()
  }
}
