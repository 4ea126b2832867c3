import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { type Block, blockOf, placeOf } from './blocks.ts'
import { filled } from './placeholders.ts'
import type { Ran, Reader } from './reader.ts'
import { assertShown } from './shown.ts'
import { learnedBefore, type Step } from './stories.ts'

/** What a reader does, block by block: a test for each. */
export class Story {
  readonly #reader: Reader
  readonly #known: Record<string, string>

  constructor(reader: Reader, known: Readonly<Record<string, string>> = {}) {
    this.#reader = reader
    this.#known = { ...known }
  }

  /** Declares the test of a block; the blocks before it have run. */
  step(block: Block, step: Step): void {
    test(`${placeOf(block)}: ${block.text.split('\n')[0]}`, { skip: step.skip ?? false }, async () => {
      if (step.before !== undefined) await this.#prepare(step.before)
      if (step.isService) await this.start(this.#filled(block.text), step.input)
      else await this.#follow(block, step)
    })
  }

  async start(command: string, input?: string): Promise<void> {
    this.#known.address = await this.#reader.start(command, input)
    await this.#reader.run(`SELFBILL_URL=${this.#known.address}`)
  }

  async #prepare(commands: string): Promise<void> {
    const ran = await this.#reader.run(this.#filled(commands))
    assert.equal(ran.code, 0, `before: ${ran.stdout}${ran.stderr}`)
    await this.#learn(ran, learnedBefore)
  }

  async #learn({ stdout }: Ran, names: Readonly<Record<string, RegExp>>): Promise<void> {
    for (const [name, pattern] of Object.entries(names)) {
      const [, value] = pattern.exec(stdout) ?? []
      if (value === undefined) continue
      this.#known[name] = value
      await this.#reader.run(`${name}='${value}'`)
    }
  }

  async #follow(block: Block, step: Step): Promise<void> {
    const text = step.as === undefined ? block.text : step.as(block.text)
    const [commands, below] = step.prints === 'below' ? halves(text) : [text, '']
    let stdout = ''
    for (const [at, part] of partsOf(commands, step).entries()) {
      const until = step.until?.[at]
      const ran = await (until === undefined ? this.#runOnce(part, step) : this.#runUntil(part, step, until))
      stdout += ran.stdout
      await this.#learn(ran, step.learns ?? {})
    }
    if (step.prints instanceof RegExp) assert.match(stdout, step.prints)
    else if (step.prints === 'below') assertPrinted(below, stdout, step)
    if (step.shows !== undefined)
      assertShown(JSON.parse(blockOf(block.page, step.shows).text), JSON.parse(stdout), step.samples)
  }

  async #runOnce(part: string, { code = 0, input, isSql }: Step): Promise<Ran> {
    const text = this.#filled(part)
    const ran = await (isSql ? this.#reader.run('psql -v ON_ERROR_STOP=1', text) : this.#reader.run(text, input))
    assert.equal(ran.code, code, `${part}\n${ran.stdout}${ran.stderr}`)
    return ran
  }

  #runUntil(part: string, step: Step, pattern: RegExp): Promise<Ran> {
    return eventually(
      async () => {
        const ran = await this.#runOnce(part, step)
        return pattern.test(ran.stdout) && ran
      },
      30_000,
      200,
    )
  }

  #filled(text: string): string {
    return filled(text, this.#known)
  }
}

/** The commands, and what the page shows below them. */
function halves(text: string): readonly [string, string] {
  const at = text.indexOf('\n\n')
  return [text.slice(0, at), text.slice(at)]
}

function partsOf(commands: string, { each }: Step): readonly string[] {
  if (each === 'paragraph') return commands.split('\n\n')
  // A line that goes on in the next one stays with it.
  if (each === 'line') return commands.split(/(?<!\\)\n/)
  return [commands]
}

/** Pages break long lines. */
function assertPrinted(shown: string, stdout: string, { samples }: Step): void {
  if (shown.trim().startsWith('{')) assertShown(JSON.parse(shown), JSON.parse(stdout), samples)
  else assert.equal(words(stdout), words(shown))
}

function words(text: string): string {
  return text.trim().split(/\s+/).join(' ')
}
