import { type Html, html } from '@selfbill/pint-ae/html'
import type { OpenCall, PageReply } from '../../route.ts'
import { signInWords } from './sign-in-words.ts'

/** A browser that does not keep the cookie would come back here again and again. */
export function signInCard({ say, browser }: OpenCall, title: string, body: Html): PageReply {
  const needsHttps = html`<p class="notice bad" role="alert">${say(signInWords.needsHttps)}</p>`
  return {
    title,
    body: html`<section class="card sign-in"><h1>${title}</h1>${browser.keepsCookies ? body : needsHttps}</section>`,
  }
}
