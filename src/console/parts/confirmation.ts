import { type Html, html } from '@selfbill/pint-ae/html'
import type { Notice } from '../http/notice.ts'
import type { PageReply, Visit } from '../route.ts'
import { pageHead } from './page-head.ts'
import { sharedWords } from './shared-words.ts'

/**
 * Asks before something that cannot be undone. The page works without scripts, and a link to it
 * does nothing by itself.
 */
export function confirmation({ say }: Pick<Visit, 'say'>, asked: Asked): PageReply {
  const { title, about, button, address, back, fields, problem } = asked
  return {
    title,
    ...(problem !== undefined && { status: 422, notice: problem }),
    body: html`${pageHead(title)}
<form class="card stacked" method="post" action="${address}">
${about.map((line) => html`<p>${line}</p>`)}
${fields}
<div class="actions"><button class="danger" type="submit">${button}</button>
<a class="button" href="${back}">${say(sharedWords.cancel)}</a></div>
</form>`,
  }
}

interface Asked {
  readonly title: string
  /** What will happen, a paragraph each. */
  readonly about: readonly (Html | string)[]
  readonly button: string
  /** Where the form goes. */
  readonly address: string
  readonly back: string
  readonly fields?: Html | readonly Html[]
  /** Why the last try did nothing. */
  readonly problem?: Notice
}
