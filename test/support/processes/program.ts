import { spawn } from 'node:child_process'

/**
 * Runs a program to its end and resolves to everything that it printed. Rejects with that text when
 * it fails, and ends it with its children when it takes too long.
 */
export async function runProgram(command: string, args: readonly string[], options: ProgramOptions): Promise<string> {
  const { cwd, environment = {}, limitMs } = options
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has no process any more.
    }
  }
  process.once('exit', end)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    end()
  }, limitMs)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    if (isLate) throw new Error(`${command} was not done after ${limitMs / 1000} s\n${printed.slice(-shownMax)}`)
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${printed.slice(-shownMax)}`)
    return printed
  } finally {
    clearTimeout(late)
    end()
    process.off('exit', end)
  }
}

export interface ProgramOptions {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly limitMs: number
}

/** Whether the machine has a command. */
export async function hasCommand(command: string, ...args: readonly string[]): Promise<boolean> {
  return runProgram(command, args, { limitMs: 20_000 }).then(
    () => true,
    () => false,
  )
}

const shownMax = 4_000
