import { Readable, Writable } from 'node:stream'
import { Terminal } from '../../src/cli/terminal.ts'

/** A terminal of nobody: its output is kept. */
export class KeptTerminal extends Terminal {
  readonly #texts: { readonly stdout: string[]; readonly stderr: string[] }

  constructor(env: Readonly<Record<string, string | undefined>> = process.env, input: string | Uint8Array = '') {
    const texts = { stdout: [], stderr: [] }
    const stdin = Readable.from([Buffer.from(input)])
    super({ stdin, stdout: keptIn(texts.stdout), stderr: keptIn(texts.stderr), env })
    this.#texts = texts
  }

  get printed(): { readonly stdout: string; readonly stderr: string } {
    return { stdout: this.#texts.stdout.join(''), stderr: this.#texts.stderr.join('') }
  }
}

function keptIn(texts: string[]): Writable {
  return new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      texts.push(String(text))
      done()
    },
  })
}
