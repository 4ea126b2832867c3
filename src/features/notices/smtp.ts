import { Readable } from 'node:stream'
import SmtpConnection from 'nodemailer/lib/smtp-connection'

/** The mail server as the configuration names it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (smtps). Otherwise STARTTLS when the server has it. */
  readonly isSecure: boolean
  /** A password never leaves this machine in the clear. */
  readonly requiresTls: boolean
  readonly login: { readonly user: string; readonly password: string } | undefined
}

/** A message as bytes, with the addresses of its envelope. */
export interface Message {
  readonly from: string
  readonly to: string
  readonly bytes: Uint8Array
}

/**
 * What became of a message. `refused`: the server answered no. `lost`: the connection broke before
 * the message was handed over. `uncertain`: all of it was handed over, and no answer came.
 */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly isPermanent: boolean; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'uncertain'; readonly reason: string }

/** A signed-in connection that takes one message after the other. */
export interface MailSession {
  send(message: Message): Promise<MailOutcome>
  close(): void
}

/** Throws when the server cannot be reached or refuses the login. */
export async function openMailSession(server: MailServer, times: SmtpTimes = usualTimes): Promise<MailSession> {
  const connection = new SmtpConnection({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: server.requiresTls,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.messageMs,
  })
  // Errors between two messages: the next message shows that the connection is gone.
  connection.on('error', () => {})
  try {
    await withinMs(times.connectMs, connection, connect(connection, server))
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    send: (message) => sendOver(connection, message, times.messageMs),
    close: () => connection.quit(),
  }
}

export interface SmtpTimes {
  readonly connectMs: number
  readonly messageMs: number
}

const usualTimes: SmtpTimes = { connectMs: 10_000, messageMs: 30_000 }

async function connect(connection: SmtpConnection, { login }: MailServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('the connection was closed')))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
  if (login === undefined) return
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.login({ user: login.user, pass: login.password }, (error) => (error ? reject(error) : resolve()))
  })
}

/** A server that goes on answering a little at a time would otherwise hold the turn for ever. */
async function withinMs<Result>(ms: number, connection: SmtpConnection, work: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => connection.close(), ms)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

async function sendOver(connection: SmtpConnection, message: Message, ms: number): Promise<MailOutcome> {
  let isHandedOver = false
  // Read only when the server has asked for the message (354).
  const body = new Readable({
    read() {
      isHandedOver = true
      this.push(message.bytes)
      this.push(null)
    },
  })
  // Closing fails the message, and nothing more of it leaves.
  const timer = setTimeout(() => connection.close(), ms)
  try {
    const error = await new Promise<Error | null>((resolve) => {
      connection.once('end', () => resolve(new Error('the connection was closed')))
      connection.send({ from: message.from, to: [message.to], size: message.bytes.length }, body, resolve)
    })
    return error === null ? { kind: 'accepted' } : outcomeOf(error, isHandedOver)
  } finally {
    clearTimeout(timer)
    connection.removeAllListeners('end')
  }
}

function outcomeOf(error: Error, isHandedOver: boolean): MailOutcome {
  const code = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const reason = error.message
  if (code >= 400) return { kind: 'refused', isPermanent: code >= 500, reason }
  return isHandedOver ? { kind: 'uncertain', reason } : { kind: 'lost', reason }
}
