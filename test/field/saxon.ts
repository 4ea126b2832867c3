import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
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
  const saxon = new Saxon(jar)
  try {
    for (const { stylesheet, documents } of pairs)
      yield await saxon.ask([work, ...[stylesheet, ...documents].map((one) => join(root, one))])
  } finally {
    saxon.stop()
  }
}

/** A Java process with Saxon, which answers one request after the other. */
export class Saxon {
  readonly #java: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  constructor(jar: string) {
    const path = `${jar}:${join(dirname(jar), '*')}`
    const classes = mkdtempSync(join(tmpdir(), 'selfbill-field-'))
    const compiled = spawnSync('javac', ['-cp', path, '-d', classes, join(import.meta.dirname, 'Judge.java')])
    if (compiled.status !== 0) throw new Error(String(compiled.error ?? compiled.stderr))
    this.#java = spawn(
      'java',
      ['-Xss16m', '-Xmx3g', '-Duser.timezone=UTC', '-XX:+UseSerialGC', '-cp', `${path}:${classes}`, 'Judge'],
      {
        // The stylesheets print messages for their readers.
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    )
    this.#lines = createInterface({ input: this.#java.stdout })[Symbol.asyncIterator]()
  }

  /** The lines of the answer. Throws SaxonEnded if Java ends before it is complete. */
  async ask(words: readonly string[]): Promise<readonly string[]> {
    this.#java.stdin.write(`${words.join('\t')}\n`)
    const answer: string[] = []
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done === true) throw new SaxonEnded(`Saxon ended while it was asked: ${words.slice(0, 2).join(' ')}`)
      if (value === '') return answer
      answer.push(value)
    }
  }

  stop(): void {
    this.#java.kill()
  }
}

/** Java ended, or was stopped, before it had answered. */
export class SaxonEnded extends Error {
  override readonly name = 'SaxonEnded'
}
