import { html } from '@selfbill/pint-ae/html'
import { arabic } from './arabic.ts'
import { composed, type MailHead } from './composed.ts'
import { english } from './english.ts'

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
