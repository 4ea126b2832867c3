import type { Environment } from './environment.ts'

/** E-mails to people; undefined: nobody gets any. */
export function mailIn(environment: Environment, publicUrl: string | undefined): MailConfig | undefined {
  const text = environment.text('SMTP_URL')
  const from = environment.text('MAIL_FROM')
  const digestHour = environment.integer('TUNING.notice_hour')
  if (text === undefined) {
    if (from !== undefined) environment.refuse('SMTP_URL', 'must be set when MAIL_FROM is')
    return undefined
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !isServer(url)) {
    environment.refuse('SMTP_URL', 'must be smtp://user:password@host:port or smtps://user:password@host:port')
    return undefined
  }
  if (from === undefined) environment.refuse('MAIL_FROM', 'must be set when SMTP_URL is')
  else if (!senderSyntax.test(from))
    environment.refuse('MAIL_FROM', 'must be an address, or a name and an address: Selfbill <bills@example.ae>')
  if (publicUrl === undefined) environment.refuse('PUBLIC_URL', 'must be set when SMTP_URL is: e-mails have links')
  const isSecure = url.protocol === 'smtps:'
  const login = loginIn(url)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    requiresTls: !isSecure && login !== undefined && !isThisMachine(url.hostname),
    login,
    from: from ?? '',
    publicUrl: publicUrl ?? '',
    digestHour,
  }
}

export interface MailConfig {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. */
  readonly isSecure: boolean
  /** STARTTLS must work: a password goes to another machine. */
  readonly requiresTls: boolean
  readonly login: { readonly user: string; readonly password: string } | undefined
  readonly from: string
  readonly publicUrl: string
  /** When daily digests leave: 0 to 23, Gulf Standard Time. */
  readonly digestHour: number
}

function isServer(url: URL): boolean {
  const isBare = (url.pathname === '' || url.pathname === '/') && url.search === '' && url.hash === ''
  const isDecodable = [url.username, url.password].every((part) => !/%(?![0-9a-f]{2})/i.test(part))
  return /^smtps?:$/.test(url.protocol) && url.hostname !== '' && isBare && isDecodable && hasWholeLogin(url)
}

function hasWholeLogin({ username, password }: URL): boolean {
  return (username === '') === (password === '')
}

function loginIn({ username, password }: URL): MailConfig['login'] {
  if (username === '') return undefined
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}

/** No comma, quote or control character: there is exactly one sender. */
const senderSyntax = /^(?:[^\p{Cc}<>@,;:"\\]+ <[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+>|[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+)$/u
