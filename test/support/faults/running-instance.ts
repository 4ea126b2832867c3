import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { InstanceOrders, Order, Word } from './instance.ts'
import { faultsIn } from './journal.ts'
import type { PlannedInstance } from './plan.ts'
import type { Strike } from './strikes.ts'

/**
 * One of a round's instances, seen from outside: a process that is started again whenever it ends,
 * as a supervisor would.
 */
export class RunningInstance {
  readonly #options: InstanceOptions
  #child: ChildProcess | undefined
  #address: string | undefined
  #lastAddress: string | undefined
  #isCalm = false
  #isOver = false
  #complaint = ''
  /** Ends that nobody wanted: a service never ends by itself. */
  readonly crashes: string[] = []
  readonly #supervised: Promise<void>

  constructor(options: InstanceOptions) {
    this.#options = options
    this.#supervised = this.#supervise()
  }

  /** Undefined while it is down. */
  get address(): string | undefined {
    return this.#address
  }

  /** Where it is, or was when it last ran. */
  get lastAddress(): string | undefined {
    return this.#lastAddress
  }

  /** What it last said on standard error. */
  get complaint(): string {
    return this.#complaint
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  /** As an operator stops it; it is started again. */
  stop(): void {
    this.#child?.kill('SIGTERM')
  }

  /** Stands still, as on a machine that swaps or is moved: time goes on, and it does not know. */
  async freeze(ms: number): Promise<void> {
    const child = this.#child
    child?.kill('SIGSTOP')
    await delay(ms)
    child?.kill('SIGCONT')
  }

  jump(ms: number): void {
    this.#order({ kind: 'jump', ms })
  }

  /** From now on nothing is struck, in this life or another. Resolves when it runs and knows. */
  async calm(): Promise<void> {
    this.#isCalm = true
    for (let waitedMs = 0; waitedMs < startLimitMs; waitedMs += 50) {
      const child = this.#child
      if (child !== undefined && this.#address !== undefined) {
        const calm = new Promise<boolean>((resolve) => {
          child.on('message', (word: Word) => word.kind === 'calm' && resolve(true))
          child.once('exit', () => resolve(false))
        })
        this.#order({ kind: 'calm' })
        if (await calm) return
      }
      await delay(50)
    }
    throw new Error(`an instance did not come back: ${this.#complaint}`)
  }

  /** For good. Resolves when it is gone, with its exit code, or the signal that it needed. */
  async end(): Promise<string> {
    this.#isOver = true
    const child = this.#child
    const isStarting = this.#address === undefined
    child?.kill('SIGTERM')
    const insist = setTimeout(() => child?.kill('SIGKILL'), stopLimitMs)
    await this.#supervised
    clearTimeout(insist)
    // Killed a moment ago by the network, it may be on its way up again: a start knows no stop of
    // its own yet.
    if (isStarting && child?.signalCode === 'SIGTERM') return '0'
    return String(child?.exitCode ?? child?.signalCode)
  }

  #order(order: Order): void {
    if (this.#child?.connected) this.#child.send(order, () => undefined)
  }

  /** What was planned for it and has not struck it yet. */
  #strikesLeft(): readonly Strike[] {
    if (this.#isCalm) return []
    const struck = [...faultsIn(this.#options.journal, this.#options.name)]
    return this.#options.planned.strikes.filter(({ blow, moment, step }) => {
      const at = struck.indexOf(`${blow} ${moment} ${step}`)
      if (at >= 0) struck.splice(at, 1)
      return at < 0
    })
  }

  async #supervise(): Promise<void> {
    while (!this.#isOver) {
      await this.#live()
      if (!this.#isOver) await delay(this.#options.restartMs)
    }
  }

  async #live(): Promise<void> {
    const { environment, journal, name, planned, submitTimeoutMs } = this.#options
    const { clockAheadMs } = planned
    const orders: InstanceOrders = { journal, name, strikes: this.#strikesLeft(), clockAheadMs, submitTimeoutMs }
    const child = spawn(process.execPath, [instanceFile, JSON.stringify(orders)], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-complaintCharactersMax)
    })
    child.on('message', (word: Word) => {
      if (word.kind === 'listening') this.#address = this.#lastAddress = word.address
    })
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    // A start finds the database away, and says so by its end; a service that runs may not end for
    // any reason.
    const isCrash = code !== null && code !== 0 && this.#address !== undefined
    if (isCrash) this.crashes.push(`an instance ended with ${code}: ${this.#complaint}`)
    this.#child = undefined
    this.#address = undefined
  }
}

export interface InstanceOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly journal: string
  readonly name: string
  readonly planned: PlannedInstance
  readonly submitTimeoutMs: number
  /** From the end of one life to the next. */
  readonly restartMs: number
}

const instanceFile = join(import.meta.dirname, 'instance.ts')
/** Instances start by the hundred: what V8 compiled once need not be compiled again. */
const compileCache = mkdtempSync(join(tmpdir(), 'selfbill-test-compiled-'))
process.once('exit', () => rmSync(compileCache, { recursive: true, force: true }))
const startLimitMs = 60_000
const stopLimitMs = 20_000
const complaintCharactersMax = 20_000
