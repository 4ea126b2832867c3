import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Pair } from './pairs.ts'

/**
 * The lines of Saxon for each pair, in order: one line for each document (Judge.java gives their
 * form). All run in one Java process, which compiles each stylesheet once. `jar`: Saxon-HE.jar, with
 * the jars that it needs beside it. With `time` each line is the milliseconds of judging.
 */
export async function* saxonAnswers(
  root: string,
  jar: string,
  pairs: readonly Pair[],
  work: 'judge' | 'time' = 'judge',
): AsyncGenerator<readonly string[], void, undefined> {
  const classes = mkdtempSync(join(tmpdir(), 'selfbill-field-'))
  const path = `${jar}:${join(dirname(jar), '*')}`
  const compiled = spawnSync('javac', ['-cp', path, '-d', classes, join(import.meta.dirname, 'Judge.java')])
  if (compiled.status !== 0) throw new Error(String(compiled.stderr))
  const java = spawn('java', ['-Xss16m', '-Xmx3g', '-XX:+UseSerialGC', '-cp', `${path}:${classes}`, 'Judge', work], {
    // The stylesheets print messages for their readers.
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  try {
    for (const { stylesheet, documents } of pairs)
      java.stdin.write(`${[stylesheet, ...documents].map((one) => join(root, one)).join('\t')}\n`)
    java.stdin.end()
    let answer: string[] = []
    for await (const line of createInterface({ input: java.stdout })) {
      if (line === '') {
        yield answer
        answer = []
      } else answer.push(line)
    }
  } finally {
    java.kill()
  }
}
