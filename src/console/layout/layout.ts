import { type Html, html } from '@selfbill/pint-ae/html'
import { version } from '../../api/service-version.ts'
import { assetAddress } from '../assets.ts'
import { cookieNames } from '../http/cookies.ts'
import type { ShownNotice } from '../http/notice.ts'
import { directionOf } from '../language/language.ts'
import type { PageReply, Visit } from '../route.ts'
import type { Chrome } from './chrome.ts'
import { header } from './header.ts'
import { sendingBanner } from './sending-banner.ts'
import { shellWords } from './shell-words.ts'
import { themeOf } from './theme.ts'

/** The document around every page: head, header, notices, the page, foot. */
export async function layout(
  visit: Visit,
  { title, body }: PageReply,
  notices: readonly ShownNotice[],
  chrome: Chrome,
): Promise<Html> {
  const { language, say, signedIn } = visit
  const theme = themeOf(visit.browser.cookie(cookieNames.theme))
  const { person } = signedIn ?? {}
  const [organisation, sending, approvals = 0] = person
    ? await Promise.all([chrome.organisationName(person.orgId), chrome.sending(person.orgId), chrome.approvals(person)])
    : []
  return html`<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="htmx-config" content="${htmxConfig}">
<title>${title} · ${say(shellWords.product)}</title>
<link rel="icon" href="${assetAddress('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetAddress('console.css')}">
<script src="${assetAddress('htmx.js')}" defer></script>
<script src="${assetAddress('console.js')}" defer></script>
</head>
<body data-copy-label="${say(shellWords.copy)}" data-copied-label="${say(shellWords.copied)}">
<a class="skip" href="#content">${say(shellWords.skip)}</a>
${header(visit, { ...chrome, theme, organisation, approvals })}
<main id="content" tabindex="-1">
${sending && sendingBanner(visit, sending)}
${notices.map(noticeBox)}
${body}
</main>
<footer><p>${say(shellWords.gulfTime)}</p><p>${say(shellWords.product)} <bdi dir="ltr">${version}</bdi></p></footer>
</body>
</html>
`
}

/** A sentence about what has just happened. Trouble is announced at once. */
function noticeBox({ tone, text }: ShownNotice): Html {
  return html`<p class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</p>`
}

/** htmx adds no style of its own and keeps no page in the browser's history cache. */
const htmxConfig = JSON.stringify({ includeIndicatorCSS: false, history: 'reload', mode: 'same-origin' })
