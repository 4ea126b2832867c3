import { type Html, html } from '@selfbill/pint-ae/html'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { UserLanguage } from '../../store/people/users.ts'
import { arabic } from './arabic.ts'
import { english } from './english.ts'

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

/**
 * The first mail to an address that nobody has confirmed. It may reach a stranger, so it has no
 * word that a caller has chosen: no name and no organisation, also in the subject.
 */
export async function confirmationMail(head: MailHead, link: string): Promise<Uint8Array> {
  const { confirmation: words } = head.language === 'ar' ? arabic : english
  const direction = head.language === 'ar' ? 'rtl' : 'ltr'
  return composed(head, {
    subject: words.subject,
    text: `${[words.why, words.how, link, words.ignore].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${head.language}" dir="${direction}">
<head><meta charset="utf-8"><title>${words.subject}</title></head>
<body dir="${direction}">
<p>${words.why}</p>
<p>${words.how}</p>
<p><a href="${link}">${words.subject}</a></p>
<p>${words.ignore}</p>
</body>
</html>
`,
    headers: {},
  })
}
