import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pair } from '../../test/field/pairs.ts'
import { saxonAnswers } from '../../test/field/saxon.ts'
import { exportStylesheet } from '../../test/support/rules/second-engine.ts'

// The milliseconds that other engines take, undefined where they refuse the stylesheet or the
// document, or take too long. Each rule book comes with one document.

type Times = readonly (number | undefined)[]

/** Compiles all stylesheets first, two at once: that takes longer than judging, and is not measured. */
export async function saxonJsTimes(folder: string, pairs: readonly Pair[]): Promise<Times> {
  const work = mkdtempSync(join(tmpdir(), 'selfbill-bench-'))
  try {
    const exported: (string | undefined)[] = []
    const waiting = [...pairs.entries()]
    const exportNext = async (): Promise<void> => {
      const next = waiting.shift()
      if (!next) return
      const [at, { stylesheet }] = next
      const result = join(work, `${at}.json`)
      await exportStylesheet(join(folder, stylesheet), result, exportMsMax).then(
        () => (exported[at] = result),
        () => undefined,
      )
      await exportNext()
    }
    await Promise.all([exportNext(), exportNext()])
    const times: (number | undefined)[] = []
    for (const [at, { documents }] of pairs.entries()) {
      const stylesheet = exported[at]
      times.push(stylesheet === undefined ? undefined : await judgingMs(stylesheet, join(folder, documents[0] ?? '')))
    }
    return times
  } finally {
    rmSync(work, { recursive: true })
  }
}

async function judgingMs(stylesheet: string, document: string): Promise<number | undefined> {
  const program = join(import.meta.dirname, 'saxon-js.ts')
  try {
    const { stdout } = await run(process.execPath, [program, stylesheet, document], { timeout: judgeMsMax })
    return Number(stdout)
  } catch {
    return undefined
  }
}

/** Empty without `SAXON`. */
export async function saxonTimes(folder: string, pairs: readonly Pair[]): Promise<Times> {
  const jar = process.env.SAXON
  const times: (number | undefined)[] = []
  if (jar === undefined) return times
  for await (const [answer = ''] of saxonAnswers(folder, jar, pairs, 'time'))
    times.push(Number.isFinite(Number(answer)) ? Number(answer) : undefined)
  return times
}

const run = promisify(execFile)
const exportMsMax = 60_000
const judgeMsMax = 20_000
