import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server on a free port of 127.0.0.1. It keeps what it accepts. */
export async function aMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const behaviour: Behaviour = { refuse: () => undefined, beforeAnswer: () => undefined }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    closeTimeout: 1,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'bills' && password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('No')),
    onRcptTo({ address }, _session, done) {
      const code = behaviour.refuse(address)
      done(code === undefined ? null : Object.assign(new Error('Refused'), { responseCode: code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { envelope } = session
        const mail = readMail(Buffer.concat(chunks).toString('latin1'), {
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
        })
        mails.push(mail)
        Promise.resolve(behaviour.beforeAnswer(mail)).then(
          (answer) => (answer === 'hangUp' ? dropAll() : done()),
          (error: Error) => done(error),
        )
      })
    },
  })
  const dropAll = () => {
    for (const connection of server.connections) connection.close()
  }
  server.on('error', () => {}) // a client that is gone
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    mails,
    behaviour,
    port,
    to: (recipient) => mails.filter(({ to }) => to.includes(recipient)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export interface MailServer {
  readonly mails: readonly ReceivedMail[]
  readonly behaviour: Behaviour
  readonly port: number
  to(recipient: string): readonly ReceivedMail[]
  stop(): Promise<void>
}

interface Behaviour {
  /** The code with which the server refuses a recipient. */
  refuse: (address: string) => number | undefined
  /** Runs when the whole message is there. `hangUp` closes the connection instead of an answer. */
  beforeAnswer: (mail: ReceivedMail) => 'hangUp' | Promise<unknown> | undefined
}

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers as received, unfolded: name in lower case → values. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly subject: string
  readonly text: string
  readonly html: string
}

function readMail(raw: string, envelope: Pick<ReceivedMail, 'from' | 'to'>): ReceivedMail {
  const { headers, body } = partOf(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')?.[0] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '')))
  const content = (type: string) => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.[0]?.startsWith(type))
    return part === undefined ? '' : decoded(part.body, part.headers.get('content-transfer-encoding')?.[0] ?? '')
  }
  const subject = decodedWords(headers.get('subject')?.[0] ?? '')
  return { ...envelope, headers, subject, text: content('text/plain'), html: content('text/html') }
}

function partOf(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value.join(':').trim()])
  }
  return { headers, body: rest.join('\r\n\r\n') }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  return Buffer.from(quotedPrintable(body.replaceAll(/=\r\n/g, '')), 'latin1').toString('utf8')
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(quotedPrintable(word.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    )
}

function quotedPrintable(text: string): string {
  return text.replaceAll(/=([0-9A-F]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
