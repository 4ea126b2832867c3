import { type Html, html } from '@selfbill/pint-ae/html'
import type { NoticeChoice } from '../../store/people/notice-choice.ts'
import { arabic } from './arabic.ts'
import { composed, type MailHead } from './composed.ts'
import { english, type MailWords } from './english.ts'
import type { MailedNotice } from './notice-mails.ts'
import { plainText } from './plain-text.ts'
import { shownTime } from './times.ts'

/** What a mail says, before it has a form. */
export interface MailContent extends MailHead {
  readonly orgName: string
  readonly choice: NoticeChoice
  readonly isDigest: boolean
  /** The first of them, and how many there are. */
  readonly notices: readonly MailedNotice[]
  readonly count: number
  /** The last mail of the hour: when the next digest leaves, `08:00`. */
  readonly limitUntil: string | undefined
  readonly unsubscribeToken: string
}

/** The message with its headers: text and HTML, in the person's language. */
export async function mailOf(content: MailContent): Promise<Uint8Array> {
  const words = content.language === 'ar' ? arabic : english
  const lines = linesOf(content, words)
  const unsubscribe = `${content.publicUrl}/api/unsubscribe/${content.unsubscribeToken}`
  return composed(content, {
    subject: subjectOf(content, words),
    text: textOf(lines),
    html: htmlOf(content, lines),
    headers: {
      // RFC 8058: the mail program itself can end the notices, by one POST.
      'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${unsubscribe}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
}

function subjectOf({ notices, count, isDigest }: MailContent, words: MailWords): string {
  const [first] = notices
  if (isDigest) return fill(words.subjectDigest, { count })
  if (count > 1 || first === undefined) return fill(words.subjectMany, { count })
  const what = words.kinds[first.kind].replace(/\..*$/, '')
  if (first.documentNumber === undefined) return what
  return fill(words.subjectOne, { number: plainText(first.documentNumber, nameMax), what })
}

interface MailLines {
  readonly greeting: string
  readonly intro: string
  readonly entries: readonly EntryLines[]
  readonly more: string | undefined
  readonly limit: string | undefined
  readonly inbox: Link
  readonly why: string
  readonly settings: Link
}

interface EntryLines {
  readonly title: string
  readonly facts: readonly string[]
  readonly link: Link
}

interface Link {
  readonly label: string
  readonly href: string
}

function linesOf(content: MailContent, words: MailWords): MailLines {
  const { notices, count, publicUrl, limitUntil, choice } = content
  const organisation = plainText(content.orgName, nameMax)
  const hidden = count - notices.length
  return {
    greeting: words.greeting,
    intro: fill(count === 1 ? words.introOne : words.introMany, { organisation, count }),
    entries: notices.map((notice) => entryOf(notice, words, publicUrl)),
    more: hidden > 0 ? fill(words.more, { count: hidden }) : undefined,
    limit: limitUntil === undefined ? undefined : fill(words.limit, { time: limitUntil }),
    inbox: { label: words.inbox, href: `${publicUrl}/console` },
    why: choice === 'at_once' ? words.why.at_once : words.why.daily,
    settings: { label: words.settings, href: `${publicUrl}/console/settings/notices` },
  }
}

function entryOf(notice: MailedNotice, words: MailWords, publicUrl: string): EntryLines {
  const { kind, reason, family, failedRules, documentNumber: number } = notice
  const title = words.families[family]
  const place = number === undefined ? 'approvals' : `documents/${family}`
  const parties = { billedBy: plainText(notice.billedBy, nameMax), billedTo: plainText(notice.billedTo, nameMax) }
  return {
    title: number === undefined ? title : `${title} ${isolated(plainText(number, nameMax))}`,
    facts: [
      fill(words.parties, parties),
      words.kinds[kind],
      ...(kind === 'failed_rules' && failedRules !== undefined
        ? [fill(words.failedRules, { count: failedRules })]
        : []),
      ...(reason === undefined ? [] : [fill(words.reason, { reason })]),
      isolated(shownTime(notice.at)),
    ],
    link: { label: words.open, href: `${publicUrl}/console/${place}/${notice.documentId}` },
  }
}

function textOf({ greeting, intro, entries, more, limit, inbox, why, settings }: MailLines): string {
  const shown = entries.map(({ title, facts, link }) => [title, ...facts, link.href].join('\n'))
  const parts = [greeting, intro, ...shown, more, limit, linkText(inbox), `${why}\n${linkText(settings)}`]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function htmlOf({ language }: MailContent, lines: MailLines): Html {
  const { greeting, intro, entries, more, limit, inbox, why, settings } = lines
  return html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><title>${intro}</title></head>
<body dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<p>${greeting}</p>
<p>${intro}</p>
${entries.map(
  ({ title, facts, link }) => html`<h3>${title}</h3>
<p>${facts.map((fact, at) => html`${at > 0 && html`<br>`}${fact}`)}<br>${linkHtml(link)}</p>
`,
)}
${more !== undefined && html`<p>${more}</p>`}
${limit !== undefined && html`<p>${limit}</p>`}
<p>${linkHtml(inbox)}</p>
<hr>
<p><small>${why} ${linkHtml(settings)}</small></p>
</body>
</html>
`
}

function linkText({ label, href }: Link): string {
  return `${label}: ${href}`
}

function linkHtml({ label, href }: Link): Html {
  return html`<a href="${href}">${label}</a>`
}

function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? String(value) : isolated(value)
  })
}

/** The value keeps its direction and does not turn the sentence around (U+2068, U+2069). */
function isolated(value: string): string {
  return `\u2068${value}\u2069`
}

const nameMax = 120
