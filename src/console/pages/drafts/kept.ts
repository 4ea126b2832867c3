import { createHash, randomUUID } from 'node:crypto'
import { type Html, html } from '@selfbill/pint-ae/html'
import { v7 } from 'uuid'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { addressWith } from '../../parts/address.ts'
import type { Call, Visit } from '../../route.ts'
import type { Draft } from './calls.ts'
import { jsonText } from './edit-json.ts'
import { withContents } from './file-contents.ts'
import { keptWords } from './kept-words.ts'
import type { DraftState } from './state.ts'

/**
 * The draft that the service keeps of a form. Its id and version go along in the form; `writer` is
 * the page, so that two of its own saves that overtake each other are no conflict.
 */
export interface Kept {
  readonly id: string
  /** 0 until it is saved. */
  readonly version: number
  readonly writer: string
  /** Whether the draft has what the page shows. */
  readonly isSaved: boolean
  /** What the page says of it. */
  readonly state: Html | undefined
}

const newDraftPath = '/console/new'
const savePath = '/console/new/draft'

export function nothingKept(): Kept {
  return { id: v7(), version: 0, writer: randomUUID(), isSaved: false, state: undefined }
}

/** A form without these fields keeps a new draft. */
export function keptIn(form: Form): Kept {
  const [id, writer, version] = [form.text('draft') ?? '', form.text('writer') ?? '', Number(form.text('version'))]
  if (!isUuid.test(id) || !isUuid.test(writer) || !Number.isSafeInteger(version) || version < 0) return nothingKept()
  return { id, version, writer, isSaved: false, state: undefined }
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Saves what was typed. A change elsewhere is never overwritten: what was typed here becomes a
 * draft of its own. `isAsked`: the person pressed a button, so a draft that is gone is made again.
 */
export async function keep(
  call: Call,
  draft: Draft,
  { state, kept, isAsked }: { readonly state: DraftState; readonly kept: Kept; readonly isAsked: boolean },
): Promise<Kept> {
  const content = withContents(state.text ?? jsonText(state.request), state.files)
  const first = await tried(call, () => save(call, draft, kept, content))
  if (first.saved !== undefined) return first.saved
  const isGone = first.status === 404
  if (isGone && !isAsked) return { ...kept, state: trouble(call.say(keptWords.gone)) }
  if (!isGone && first.status !== 412) return { ...kept, state: trouble(first.sentence) }
  const own = isGone ? nothingKept() : { ...nothingKept(), writer: kept.writer }
  const second = await tried(call, () => save(call, draft, own, content))
  if (second.saved === undefined) return { ...kept, state: trouble(second.sentence) }
  return isGone ? second.saved : { ...second.saved, state: trouble(call.say(keptWords.copied)) }
}

/** Whatever refuses a save: the form stays, with a sentence. */
async function tried(call: Call, work: () => Promise<Kept>): Promise<Tried> {
  try {
    const { answer, refusal } = await attempt(call, work)
    return refusal === undefined ? { saved: answer } : { status: refusal.status, sentence: refusal.message }
  } catch (error) {
    if (!(error instanceof SelfbillError)) throw error
    return { status: error.status, sentence: call.say(keptWords.notSaved) }
  }
}

type Tried =
  | { readonly saved: Kept }
  | { readonly saved?: undefined; readonly status: number; readonly sentence: string }

async function save({ api, say, format }: Call, draft: Draft, kept: Kept, content: string): Promise<Kept> {
  const { version, updated_at } = await api.call('saveDraft', {
    params: { draft_id: kept.id },
    body: {
      family: draft.family,
      business_profile_id: draft.profileId,
      version: kept.version,
      writer: kept.writer,
      content,
    },
  })
  return { ...kept, version, isSaved: true, state: html`${say(keptWords.saved)} ${format.second(updated_at)}` }
}

/** `isGone`: it was issued or deleted, or is somebody else's. `isUnreadable`: so is its key. */
export async function findKept({ api }: Call, id: string) {
  try {
    const {
      content,
      version,
      family,
      business_profile_id: profileId,
    } = await api.call('retrieveDraft', {
      params: { draft_id: id },
    })
    return { content, draft: { family, profileId, kept: { ...nothingKept(), id, version } } }
  } catch (error) {
    if (!(error instanceof SelfbillError)) throw error
    if (error.codes.message?.id === 'content_unreadable') return { missing: 'isUnreadable' } as const
    if (error.status === 404) return { missing: 'isGone' } as const
    throw error
  }
}

/**
 * One draft with one content is issued once. Where its deletion behind the issue failed, issuing it
 * again within a day answers the same document. Source: docs/decisions/0178.
 */
export function issueKey({ id }: Kept, content: string): string {
  return createHash('sha256').update(`${id}\n${content}`).digest('base64url')
}

/** An issued draft is gone. What somebody else has changed since the check stays. */
export async function forget({ api }: Call, { id, version }: Kept): Promise<void> {
  if (version === 0) return
  try {
    await api.call('deleteDraft', { params: { draft_id: id }, query: { version } })
  } catch (error) {
    if (!(error instanceof SelfbillError)) throw error
  }
}

/** Saves the form a moment after each change, and holds the id and version of what is kept. */
export function keptMark(visit: Visit, kept: Kept): Html {
  return html`<div class="draft-kept hint" id="draft-kept" role="status" hx-post="${savePath}" hx-include="#draft"\
 hx-trigger="input delay:2s from:#draft, change delay:2s from:#draft" hx-swap="innerHTML" hx-status:4xx="swap:none"\
 hx-status:5xx="swap:none">${keptFields(visit, kept)}</div>`
}

/** `data-address`: where this draft is found again, for Back and Reload (draft.js). */
export function keptFields({ say }: Pick<Visit, 'say'>, { id, version, writer, state }: Kept): Html {
  const address = version > 0 && addressOf(id)
  return html`<input type="hidden" name="draft" value="${id}"><input type="hidden" name="version" value="${version}">\
<input type="hidden" name="writer" value="${writer}"><span data-address="${address}">\
${state ?? say(keptWords.begun)}</span> <a href="/console/drafts">${say(keptWords.all)}</a>`
}

export function addressOf(id: string): string {
  return addressWith(newDraftPath, { draft: id })
}

/** The session is over: the page asks again until the person has signed in elsewhere. */
export function endedState({ say }: Pick<Visit, 'say'>): Html {
  return html`<strong>${say(keptWords.ended)} <a href="/console/sign-in" target="_blank">\
${say(keptWords.signIn)}</a>. ${say(keptWords.savesThen)}</strong><span hx-post="${savePath}" hx-include="#draft"\
 hx-target="#draft-kept" hx-swap="innerHTML" hx-trigger="every 5s"></span>`
}

function trouble(text: string): Html {
  return html`<strong>${text}</strong>`
}
