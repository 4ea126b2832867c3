import type { Html } from '@selfbill/pint-ae/html'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { UserLanguage } from '../store/people/users.ts'

/** What every mail of the service has. */
export interface MailHead {
  readonly id: string
  /** MAIL_FROM: an address, with or without a name. */
  readonly from: string
  /** An address. Never a name: administrators choose names, and mail programs show them. */
  readonly to: string
  readonly language: UserLanguage
  readonly publicUrl: string
  readonly now: number
}

export interface MailBody {
  readonly subject: string
  readonly text: string
  readonly html: Html
  readonly headers: Readonly<Record<string, string | { readonly prepared: true; foldLines: false; value: string }>>
}

/** The message with its headers, as bytes. */
export async function composed(head: MailHead, body: MailBody): Promise<Uint8Array> {
  const composer = new MailComposer({
    from: head.from,
    to: { name: '', address: head.to },
    subject: body.subject,
    date: new Date(head.now),
    messageId: `<${head.id}@${new URL(head.publicUrl).hostname}>`,
    text: body.text,
    html: body.html.toString(),
    headers: {
      'Content-Language': head.language,
      // RFC 3834: no holiday note comes back.
      'Auto-Submitted': 'auto-generated',
      ...body.headers,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
