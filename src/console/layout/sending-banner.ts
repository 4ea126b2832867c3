import { type Html, html } from '@selfbill/pint-ae/html'
import type { Sending } from '../../api/sending.ts'
import { may } from '../may.ts'
import type { Visit } from '../route.ts'
import { shellWords } from './shell-words.ts'

/** What people must know before they issue: that nothing is sent, or that it waits. */
export function sendingBanner(visit: Visit, { isOn, away }: Sending): Html | false {
  const { say, format, signedIn } = visit
  const [first] = away
  if (!isOn) {
    const isAdmin = signedIn !== undefined && may(signedIn, 'admin')
    const change = isAdmin
      ? link('/console/settings/organisation/sending', say(shellWords.sendingChange))
      : say(shellWords.sendingAsk)
    return banner(
      html`<strong>${say(shellWords.sendingOff)}</strong> ${say(shellWords.sendingOffMeans)} \
${change}`,
    )
  }
  if (first === undefined) return false
  const since = Math.min(...away.map((one) => one.since))
  return banner(
    html`<strong>${say(shellWords.away)} ${format.moment(new Date(since).toISOString())}.</strong> \
${say(shellWords.awayMeans)} ${link('/console/operations?state=waiting', say(shellWords.awayShow))}`,
  )
}

function banner(content: Html): Html {
  return html`<p class="notice warning" role="status">${content}</p>`
}

function link(address: string, label: string): Html {
  return html`<a href="${address}">${label}</a>`
}
