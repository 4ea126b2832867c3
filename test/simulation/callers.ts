import { aLine, anAddress, aPurchaseInvoice, aSupplier, jsonOf, type Members } from '../support/requests/requests.ts'
import type { Chaos } from './chaos.ts'
import type { Instance, WorldRequest } from './instance.ts'
import { type Created, chosenNumber, newJournal } from './journal.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * The callers of a world: programs that issue documents at any instance, several at once. They give
 * up, repeat under their key, and race each other. What they were answered is in the journal.
 */
export class Callers {
  readonly journal = newJournal()
  readonly #parts: CallerParts
  #underWay = 0
  #restores = 0
  #notes = 0

  constructor(parts: CallerParts) {
    this.#parts = parts
  }

  /** Calls that have not ended. */
  get underWay(): number {
    return this.#underWay
  }

  /** The database goes back to its copy: no answer from before reaches a caller any more. */
  restore(): void {
    this.#restores += 1
  }

  /** Begins a call of some kind after `ms`. */
  begin(kind: CallKind, orgId: string, ms: number): void {
    this.later(ms, kind, () => this.#calls[kind](orgId))
  }

  /** A call is under way until its work has ended. */
  later(ms: number, what: string, work: () => Promise<void>): void {
    this.#underWay += 1
    const { scheduler, violation } = this.#parts
    scheduler.after(ms, `a caller begins: ${what}`, undefined, () => {
      const restores = this.#restores
      work()
        .catch((error: unknown) => {
          // Its documents may be lost.
          if (restores === this.#restores) violation('a caller understands every answer', String(error))
        })
        .finally(() => {
          this.#underWay -= 1
        })
    })
  }

  readonly #calls: Readonly<Record<CallKind, (orgId: string) => Promise<void>>> = {
    create: async (orgId) => {
      await this.create(orgId)
    },
    'create without a key': (orgId) => this.#createWithoutKey(orgId),
    'taken number': (orgId) => this.#takenNumber(orgId),
    'credits at once': (orgId) => this.#creditsAtOnce(orgId),
    resubmission: (orgId) => this.#resubmission(orgId),
    batch: (orgId) => this.#batch(orgId),
    hold: (orgId) => this.#hold(orgId),
    retry: (orgId) => this.#retry(orgId),
    'report again': (orgId) => this.#reportAgain(orgId),
    stranger: (orgId) => this.#stranger(orgId),
  }

  /** Issues an invoice, and insists until it is issued. */
  async create(orgId: string, members: Members = {}): Promise<Created> {
    const note = this.note()
    const { status, text } = await this.insist(creation(orgId, note, members))
    if (status !== 201) throw new Error(`a create was answered with ${status} ${text}`)
    return this.#record(orgId, 'purchase-invoices', text, note)
  }

  async #createWithoutKey(orgId: string): Promise<void> {
    const note = this.note()
    const { key: _, ...request } = creation(orgId, note)
    const reply = await this.send(request)
    if (reply.kind === 'answered' && reply.status === 201) this.#record(orgId, 'purchase-invoices', reply.text, note)
    if (reply.kind === 'answered' && reply.status === 503) this.journal.refusedWithoutKey.push(note)
  }

  /** Two creates want the same number. */
  async #takenNumber(orgId: string): Promise<void> {
    const number = `${chosenNumber}${this.note()}`
    const rivals = await Promise.all(
      [1, 2].map(async () => {
        const note = this.note()
        const answer = await this.insist(creation(orgId, note, { document_number: number }))
        if (answer.status === 201) this.#record(orgId, 'purchase-invoices', answer.text, note)
        return answer.status
      }),
    )
    const [fewer = 0, more = 0] = rivals.toSorted()
    if (fewer !== 201 || more !== 409) throw new Error(`two creates of one number were answered with ${rivals}`)
  }

  /** Three credits of an invoice that has enough for two of them. */
  async #creditsAtOnce(orgId: string): Promise<void> {
    const quantity = 4
    const invoice = await this.create(orgId, { document_lines: [aLine({ quantity })] })
    this.journal.invoices.push({ ...invoice, quantity })
    await Promise.all(
      [1, 2, 3].map(async () => {
        const note = this.note()
        const body = jsonOf({ discrepancy_response: 'DL8.61.1.D', note, lines: [{ line: 1, quantity: 2 }] })
        const { status, text } = await this.insist({
          operationId: 'creditPurchaseInvoice',
          orgId,
          params: { id: invoice.id },
          body,
          key: note,
        })
        if (status === 201) this.#record(orgId, 'purchase-credit-notes', text, note)
        else if (status !== 400) throw new Error(`a credit was answered with ${status} ${text}`)
      }),
    )
  }

  /** A document that failed its rules is corrected by two callers at once. */
  async #resubmission(orgId: string): Promise<void> {
    const wrong = {
      accounting_supplier_party: aSupplier({ postal_address: anAddress({ country_subentity: 'Dubai' }) }),
    }
    const { id } = await this.create(orgId, wrong)
    const rivals = await Promise.all(
      [1, 2].map(async () => {
        const note = this.note()
        const body = jsonOf(aPurchaseInvoice({ note }))
        const params = { id, business_profile_id: profileId }
        const request = { operationId: 'resubmitPurchaseInvoice', orgId, params, body, key: note }
        return (await this.insist(request)).status
      }),
    )
    const done = rivals.filter((status) => status === 200).length
    if (done !== 1 || rivals.some((status) => ![200, 400, 409].includes(status)))
      throw new Error(`two resubmissions were answered with ${rivals}`)
  }

  async #batch(orgId: string): Promise<void> {
    const { chaos } = this.#parts
    const notes = [this.note(), this.note(), this.note()]
    const body = notes.map((note) => jsonOf(aPurchaseInvoice({ note }))).join('\n')
    const hasKey = chaos.next() < 0.6
    const request = { operationId: 'batchPurchaseInvoices', orgId, params: { business_profile_id: profileId }, body }
    for (let attempt = 1; attempt <= attemptsMax; attempt += chaos.isOver ? 1 : 0) {
      const reply = await this.send(hasKey ? { ...request, key: notes.join('') } : request)
      const lines = reply.kind === 'answered' && reply.status === 200 ? linesOf(reply.text) : []
      for (const line of lines) {
        const note = notes[line.line - 1] ?? ''
        if (line.status === 201) this.#record(orgId, 'purchase-invoices', JSON.stringify(line.body), note)
        else if (line.status === 503 && !hasKey) this.journal.refusedWithoutKey.push(note)
      }
      if (!hasKey || (lines.length === notes.length && lines.every(({ status }) => status === 201))) return
      await this.wait(chaos.between(1_000, 20_000))
    }
    throw new Error('a batch was not answered')
  }

  /** A legal hold is set and released in turns. */
  async #hold(orgId: string): Promise<void> {
    const { id } = await this.create(orgId)
    const count = 2 + this.#parts.chaos.below(3)
    for (let turn = 0; turn < count; turn += 1) {
      const reason = turn % 2 === 0 ? `Dispute ${turn}` : undefined
      const operationId = reason === undefined ? 'releasePurchaseInvoice' : 'holdPurchaseInvoice'
      const body = reason === undefined ? {} : { body: jsonOf({ reason }) }
      const { status, text } = await this.insist({ operationId, orgId, params: { id }, ...body, key: this.note() })
      if (status !== (reason === undefined ? 204 : 200)) throw new Error(`a hold was answered with ${status} ${text}`)
      this.journal.holds.set(id, reason)
    }
  }

  async #retry(orgId: string): Promise<void> {
    const document = this.#someDocument(orgId)
    if (document === undefined) return
    const body = jsonOf({ document_id: document.id })
    const { status, text } = await this.insist({ operationId: 'retryLegs', orgId, params: {}, body, key: this.note() })
    if (![200, 400, 409].includes(status)) throw new Error(`a retry was answered with ${status} ${text}`)
  }

  /** An operator retries a stalled leg. */
  beginRetry(orgId: string, uuid: string): void {
    this.later(0, 'an operator', async () => {
      const body = jsonOf({ transmission_uuid: uuid })
      await this.insist({ operationId: 'retryLegs', orgId, params: {}, body, key: this.note() })
    })
  }

  /** Sends every request again that was answered under its key. */
  async repeatAll(): Promise<void> {
    for (const { request, status, text } of [...this.journal.answered]) {
      // An instance may still stand still.
      let reply = await this.send(request)
      for (let again = 0; reply.kind === 'unknown' && again < attemptsMax; again += 1) reply = await this.send(request)
      if (reply.kind === 'unknown') return
      // A conflict is not stored.
      const isSame = reply.status === status && reply.text === text
      if (isSame || status === 409 || answeredApart.has(request.operationId)) continue
      const what = `${request.operationId} ${request.key}: ${status} ${text}, and again ${reply.status} ${reply.text}`
      this.#parts.violation('a key is settled once', what)
      return
    }
  }

  async #reportAgain(orgId: string): Promise<void> {
    const document = this.#someDocument(orgId)
    if (document === undefined) return
    const body = jsonOf({ document_id: document.id })
    const answer = await this.insist({ operationId: 'reportAgain', orgId, params: {}, body, key: this.note() })
    if (![202, 400, 409].includes(answer.status)) throw new Error(`a report again: ${answer.status} ${answer.text}`)
  }

  /** An organisation asks for a document of another one. */
  async #stranger(orgId: string): Promise<void> {
    const document = this.journal.created.find((created) => created.orgId !== orgId)
    if (document === undefined) return
    const params = { id: document.id }
    const asked = [
      { operationId: 'retrievePurchaseInvoice', orgId, params },
      { operationId: 'holdPurchaseInvoice', orgId, params, body: jsonOf({ reason: 'Stranger' }) },
      { operationId: 'creditPurchaseInvoice', orgId, params, body: jsonOf({ discrepancy_response: 'DL8.61.1.D' }) },
    ]
    for (const request of asked) {
      const reply = await this.send(request)
      if (reply.kind !== 'answered' || reply.status === 404 || reply.status >= 500) continue
      this.#parts.violation('no organisation sees another', `${orgId} got ${reply.status} for ${document.id}`)
    }
  }

  #someDocument(orgId: string): Created | undefined {
    const own = this.journal.created.filter((created) => created.orgId === orgId)
    return own.length === 0 ? undefined : this.#parts.chaos.of(own)
  }

  #record(orgId: string, family: string, text: string, note: string): Created {
    const answer: CreateAnswer = JSON.parse(text)
    const created = {
      orgId,
      family,
      id: answer.id,
      number: answer.document_number,
      note,
      answer: text,
      ...sequenceOf(answer),
    }
    this.journal.created.push(created)
    return created
  }

  /** Sends a request under its key until there is an answer that stays. */
  async insist(request: WorldRequest & { readonly key: string }): Promise<{ status: number; text: string }> {
    const { chaos } = this.#parts
    for (let attempt = 1; attempt <= attemptsMax; attempt += chaos.isOver ? 1 : 0) {
      const reply = await this.send(request)
      const isRunning = reply.kind === 'answered' && reply.status === 409 && reply.text.includes('idempotency_running')
      if (reply.kind === 'answered' && reply.status < 500 && reply.status !== 429 && !isRunning) {
        this.journal.answered.push({ request, status: reply.status, text: reply.text })
        return reply
      }
      await this.wait(chaos.between(500, 20_000))
    }
    throw new Error(`${request.operationId} under ${request.key} got no answer in ${attemptsMax} attempts`)
  }

  /** One attempt at any instance that listens. */
  async send(request: WorldRequest): Promise<Reply> {
    const { chaos, scheduler, instances } = this.#parts
    const running = instances().filter(({ isRunning }) => isRunning)
    const instance = running.length === 0 ? undefined : chaos.of(running)
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const what = `${request.operationId} ${request.key ?? ''}`
    const limitMs = chaos.strikes('caller: gives up early') ? chaos.between(1, 2_000) : 40_000
    const connection = new AbortController()
    const giveUp = scheduler.after(limitMs, `${what}: the caller gives up`, undefined, () => {
      resolve({ kind: 'unknown' })
      scheduler.after(chaos.between(0.5, 5), `${what}: its connection ends`, instance?.machine, () =>
        connection.abort(),
      )
    })
    if (instance === undefined || chaos.strikes('caller: request lost')) return promise
    const { machine } = instance
    const restores = this.#restores
    scheduler.after(chaos.between(0.5, 5), `${machine.name} gets ${what}`, machine, () => {
      // It has stopped listening meanwhile.
      if (!instance.isRunning) return
      void instance.answer(request, connection.signal).then((answer) => {
        if (chaos.strikes('caller: answer lost')) return
        scheduler.after(chaos.between(0.5, 5), `${what}: ${answer.status}`, undefined, () => {
          if (restores !== this.#restores) return
          giveUp()
          resolve({ kind: 'answered', ...answer })
        })
      })
    })
    return promise
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#parts.scheduler.after(ms, 'a caller waits', undefined, resolve)
    })
  }

  /** A word of letters that no other request of this world has. */
  note(): string {
    this.#notes += 1
    return `note${[...String(this.#notes)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  }
}

export const callKinds = [
  'create',
  'create without a key',
  'taken number',
  'credits at once',
  'resubmission',
  'batch',
  'hold',
  'retry',
  'report again',
  'stranger',
] as const
export type CallKind = (typeof callKinds)[number]

export interface CallerParts {
  readonly scheduler: Scheduler
  readonly chaos: Chaos
  readonly instances: () => readonly Instance[]
  readonly violation: (invariant: string, what: string) => void
}

export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string; readonly isReplayed: boolean }
  | { readonly kind: 'unknown' }

function creation(orgId: string, note: string, members: Members = {}): WorldRequest & { readonly key: string } {
  return {
    operationId: 'createPurchaseInvoice',
    orgId,
    params: { business_profile_id: profileId },
    body: jsonOf(aPurchaseInvoice({ note, ...members })),
    key: note,
  }
}

interface CreateAnswer {
  readonly id: string
  readonly document_number: string
  readonly document_sequence: number
}

function sequenceOf({ document_sequence: sequence }: CreateAnswer): { readonly sequence: number } {
  return { sequence }
}

function linesOf(text: string): readonly { readonly line: number; readonly status: number; readonly body: unknown }[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

/** Their answer is stored behind their change: when it is lost, the change is done again. */
const answeredApart: ReadonlySet<string> = new Set(['retryLegs'])

export const profileId = 'BP-TEST000001'
/** Once the faults are over; meanwhile a caller may have no luck for long. */
const attemptsMax = 80
