import { setTimeout as delay } from 'node:timers/promises'
import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { type Call, content } from '../../route.ts'
import { documentWords } from './document-words.ts'
import { isUnderWay, nextStep, possibleActions, refusalReasons } from './guidance.ts'
import { type DocumentCall, listedDocument, pageOf } from './shown-document.ts'
import { statusBadge } from './standing.ts'
import { logOf, timeline } from './timeline.ts'

/** How a document stands, what happens next, and what this person can do. */
export function standing(call: Call, document: ListedDocument, isNews = false): Html {
  const actions = possibleActions(call, document)
  return html`<div class="standing" id="standing" hx-swap-oob="${isNews && 'true'}">
<p role="status">${statusBadge(call, document)} ${nextStep(call, document)}</p>
${refusalReasons(call, document)}
${actions.length > 0 && html`<div class="actions">${actions}</div>`}</div>`
}

/** What a page shows of a document's progress, to send only what is new. */
export function stateOf({ status, c3, c5, attention }: ListedDocument): string {
  return [status, c3?.status, c3?.since, c5?.status, c5?.since, ...attention].join(' ')
}

/**
 * What is new of both as server-sent events. `done` ends it. A connection lasts for
 * half a minute, so that it never holds up the end of the service; htmx then connects again.
 */
export const liveDocument = content({
  path: '/console/documents/{family}/{id}/live',
  access: 'viewer',
  query: ['seen', 'frame'],
  async send(call) {
    const document = await listedDocument(call)
    return {
      content: changes(call, document, call.query),
      type: 'text/event-stream; charset=utf-8',
      headers: { 'x-accel-buffering': 'no' },
    }
  },
})

async function* changes(call: DocumentCall<'seen' | 'frame'>, first: ListedDocument, { seen, frame }: Asked) {
  const begunAt = Date.now()
  let document = first
  let shown = seen
  // Without this, htmx would connect again twice a second.
  yield `event: open\nretry: ${retryMs}\ndata: \n\n`
  let cursor = await endOfFeed(call)
  while (!call.gone.aborted) {
    document = await listedDocument(call)
    if (stateOf(document) !== shown) {
      shown = stateOf(document)
      yield eventOf(
        String(await news({ ...call, now: call.now + Date.now() - begunAt }, document, frame !== undefined)),
      )
    }
    if (!isUnderWay(document)) {
      yield 'event: done\ndata: \n\n'
      return
    }
    if (Date.now() - begunAt > connectionMs) return
    cursor = await untilChange(call, cursor)
  }
}

interface Asked {
  readonly seen: string | undefined
  readonly frame: string | undefined
}

/**
 * The timeline for its place; the standing finds its own by its id. The last news replaces the
 * place too, with one that never connects again, takes away the buttons of live updates, and loads
 * the printed document anew, which shows the status.
 */
async function news(call: Call, document: ListedDocument, hasFrame: boolean): Promise<Html> {
  const part = timeline(call, document, await logOf(call, document))
  const head = standing(call, document, true)
  if (isUnderWay(document)) return html`${part}${head}`
  return html`<div id="progress-live" hx-swap-oob="true">${part}</div>
<div id="live-controls" hx-swap-oob="true"></div>${hasFrame && printedFrame(call, document, true)}${head}`
}

/** The document as it is printed, in a frame that may do nothing. */
export function printedFrame({ say }: Pick<Call, 'say'>, document: ListedDocument, isNews = false): Html {
  return html`<iframe class="printed" id="printed-frame" src="${`${pageOf(document)}/print`}" sandbox\
 title="${say(documentWords.printed)}" hx-swap-oob="${isNews && 'true'}"></iframe>`
}

const connectionMs = 25_000
const retryMs = 3_000

/**
 * A server-sent event. All three ends of a line end one in the stream, so that no text can begin a
 * field of its own. Source: HTML, server-sent events, 9.2.6.
 */
export function eventOf(data: string): string {
  return `${data
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
}

async function endOfFeed({ api }: Pick<Call, 'api'>): Promise<string> {
  return (await api.call('listEvents', { query: { since: 'latest' } })).next
}

/**
 * Waits for a change of any document of the organisation, or a few seconds: attempts are no events.
 * Where an account has too many waiting readers already, time alone passes.
 */
async function untilChange({ api, gone }: Pick<Call, 'api' | 'gone'>, since: string): Promise<string> {
  try {
    const { items, next } = await api.call('listEvents', { query: { since, wait: waitS, limit: 500 } })
    // A busy organisation has a change at any time.
    if (items.length > 0) await pause(restMs, gone)
    return next
  } catch (error) {
    if (gone.aborted) return since
    if (!(error instanceof SelfbillError && error.status === 429)) throw error
    await pause(waitS * 1000, gone)
    return since
  }
}

const waitS = 5
const restMs = 500

async function pause(ms: number, gone: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: gone }).catch(() => undefined)
}
