import type { MailContent } from '../../src/features/notices/mail.ts'
import type { MailOutcome, MailSession } from '../../src/features/notices/smtp.ts'
import type { Chaos } from './chaos.ts'
import type { Machine } from './machine.ts'
import type { Scheduler } from './scheduler.ts'

/** The mail server of a world, in place of smtp.ts: it is away, refuses, and loses its answers. */
export class MailServer {
  /** Every mail that arrived, with the notices that were in it by the rows of that moment. */
  readonly accepted: { readonly id: string; readonly notices: readonly string[] }[] = []
  readonly #scheduler: Scheduler
  readonly #chaos: Chaos
  readonly #noticesIn: (mailId: string) => readonly string[]

  /** `noticesIn`: a mail. */
  constructor(scheduler: Scheduler, chaos: Chaos, noticesIn: (mailId: string) => readonly string[]) {
    this.#noticesIn = noticesIn
    this.#scheduler = scheduler
    this.#chaos = chaos
  }

  /** The way to it from an instance. */
  open(machine: Machine): Promise<MailSession> {
    const { promise, resolve, reject } = Promise.withResolvers<MailSession>()
    const isAway = this.#chaos.strikes('mail: away')
    const session = { send: ({ bytes }: Sent) => this.#send(machine, bytes), close: () => undefined }
    this.#scheduler.after(this.#chaos.between(0.5, 50), `${machine.name} asks for mail`, machine, () => {
      if (isAway) reject(new MailServerAway('no connection'))
      else resolve(session)
    })
    return promise
  }

  #send(machine: Machine, bytes: Uint8Array): Promise<MailOutcome> {
    const chaos = this.#chaos
    const { promise, resolve } = Promise.withResolvers<MailOutcome>()
    const { id }: MailContent = JSON.parse(decoder.decode(bytes))
    const ends = (ms: number, outcome: MailOutcome) =>
      this.#scheduler.after(ms, `the mail ${id.slice(-6)} is ${outcome.kind}`, machine, () => resolve(outcome))
    if (chaos.strikes('mail: lost')) {
      ends(chaos.between(1, 30_000), { kind: 'lost', reason: 'no answer before the message' })
      return promise
    }
    if (chaos.strikes('mail: refused')) {
      ends(chaos.between(1, 50), { kind: 'refused', isPermanent: false, reason: '451 later' })
      return promise
    }
    if (chaos.strikes('instance: paused', 0.2)) machine.standStill(chaos.pauseMs(), 'while it mails')
    this.#scheduler.after(chaos.between(0.5, 50), `a mail arrives: ${id.slice(-6)}`, undefined, () => {
      this.accepted.push({ id, notices: this.#noticesIn(id) })
      if (chaos.strikes('mail: answer lost')) ends(30_000, { kind: 'uncertain', reason: 'no answer' })
      else ends(chaos.between(0.5, 50), { kind: 'accepted' })
    })
    return promise
  }
}

/** Expected of the faults. */
export class MailServerAway extends Error {}

/** What a world sends instead of a message with headers. */
export function contentAsMail(content: MailContent): Uint8Array {
  return encoder.encode(JSON.stringify(content))
}

type Sent = Parameters<MailSession['send']>[0]

const encoder = new TextEncoder()
const decoder = new TextDecoder()
