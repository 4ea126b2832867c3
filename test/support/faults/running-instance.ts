import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { variablesOf } from '../service/variables.ts'
import type { InstanceOrders, Order, Word } from './instance.ts'
import { faultsIn } from './journal.ts'
import type { Plan, PlannedInstance } from './plan.ts'
import type { Strike } from './strikes.ts'

/** One of a round's instances: a process that is restarted whenever it ends, as by a supervisor. */
export class RunningInstance {
  readonly #options: InstanceOptions
  #child: ChildProcess | undefined
  #address: string | undefined
  #lastAddress: string | undefined
  #isCalm = false
  #isOver = false
  #complaint = ''
  /** Unexpected ends: a service never ends by itself. */
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

  /** Its address, or its last one. */
  get lastAddress(): string | undefined {
    return this.#lastAddress
  }

  /** Its last output on standard error. */
  get complaint(): string {
    return this.#complaint
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  /** Stops it like an operator; it is restarted. */
  stop(): void {
    this.#child?.kill('SIGTERM')
  }

  /** Freezes it, as on a machine that swaps or migrates: time passes and it does not notice. */
  async freeze(ms: number): Promise<void> {
    const child = this.#child
    child?.kill('SIGSTOP')
    await delay(ms)
    child?.kill('SIGCONT')
  }

  jump(ms: number): void {
    this.#order({ kind: 'jump', ms })
  }

  /** Ends all strikes, in this life and later ones. Resolves when it runs and has confirmed. */
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

  /** Stops it for good. Resolves to its exit code or the signal it needed. */
  async end(): Promise<string> {
    this.#isOver = true
    const child = this.#child
    const isStarting = this.#address === undefined
    child?.kill('SIGTERM')
    const insist = setTimeout(() => child?.kill('SIGKILL'), stopLimitMs)
    await this.#supervised
    clearTimeout(insist)
    // The network may have killed it a moment ago: while it starts again, it cannot handle a stop
    // yet.
    if (isStarting && child?.signalCode === 'SIGTERM') return '0'
    return String(child?.exitCode ?? child?.signalCode)
  }

  #order(order: Order): void {
    if (this.#child?.connected) this.#child.send(order, () => undefined)
  }

  /** Its planned strikes that have not happened. */
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
    const { environment, journal, name, planned, policy, submitTimeoutMs } = this.#options
    const { clockAheadMs } = planned
    const strikes = this.#strikesLeft()
    const orders: InstanceOrders = { journal, name, strikes, clockAheadMs, policy, submitTimeoutMs }
    const child = spawn(process.execPath, [instanceFile, JSON.stringify(orders)], {
      env: variablesOf({ ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment }),
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
    // A start without a database ends the process; a running service must never end.
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
  readonly policy: Plan['policy']
  readonly submitTimeoutMs: number
  /** Pause between two lives. */
  readonly restartMs: number
}

const instanceFile = join(import.meta.dirname, 'instance.ts')
/** Hundreds of instances start: they share V8's compiled code. */
const compileCache = mkdtempSync(join(tmpdir(), 'selfbill-test-compiled-'))
process.once('exit', () => rmSync(compileCache, { recursive: true, force: true }))
const startLimitMs = 60_000
const stopLimitMs = 20_000
const complaintCharactersMax = 20_000
