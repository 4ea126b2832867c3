import { createHash } from 'node:crypto'
import { html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Sentence } from '../../language/words.ts'
import { idempotencyOf } from '../../parts/idempotency.ts'
import { pageHead } from '../../parts/page-head.ts'
import { action, type Call, type PageReply, page, type RedirectReply } from '../../route.ts'
import { ask, needsApproval } from '../approvals/ask.ts'
import { documentPath, type Family, familyOf } from '../documents/family.ts'
import * as calls from '../drafts/calls.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { jsonIn, jsonText, valueAt, withoutValue, withValue } from '../drafts/edit-json.ts'
import { editor, type Target } from '../drafts/editor.ts'
import { lineIn } from '../drafts/place.ts'
import { type DraftState, type Mode, shownLines, stateIn, withNewLine, withoutLine } from '../drafts/state.ts'
import type { Judged } from '../drafts/verdict.ts'

/**
 * Repairs a document that failed its rules: findings with their repairs, the request to edit, the
 * verdict of the edited one beside the old, then the resubmission of what was checked.
 */
const showRepair = page({
  path: '/console/documents/{family}/{id}/repair',
  access: 'clerk',
  async show(call) {
    const loaded = await load(call, familyOf(call.params.family), call.params.id)
    return 'redirect' in loaded ? loaded : repairPage(call, loaded, { state: stored(loaded) })
  },
})

const repair = action({
  path: '/console/documents/{family}/{id}/repair',
  access: 'clerk',
  bytesMax: 8 * 1024 * 1024,
  async act(call) {
    const { form, params } = call
    const family = familyOf(params.family)
    if (form.text('do') === 'resubmit') {
      const repeated = await repeatedResubmission(call, family, params.id)
      if (repeated !== undefined) return repeated
    }
    const loaded = await load(call, family, params.id)
    if ('redirect' in loaded) return loaded
    const state = await stateIn(call, family, loaded.request)
    if (form.text('seen') !== loaded.seen) return refused(call, loaded, { state }, draftWords.repairChanged, 409)
    return act(call, loaded, state)
  },
})

export const repairRoutes = [showRepair, repair] as const

type FormCall = Call & { readonly form: Form }

/** The failed document as the page was loaded. */
interface Loaded {
  readonly family: Family
  readonly document: calls.StoredDocument
  /** Without attachments. */
  readonly request: JsonValue
  readonly hasAttachments: boolean
  /** Names the stored request: another one means that somebody changed the document. */
  readonly seen: string
}

interface Shown {
  readonly state: DraftState
  readonly judged?: Judged
  readonly refusal?: SelfbillError
}

async function act(call: FormCall, loaded: Loaded, state: DraftState): Promise<PageReply | RedirectReply> {
  const [what, line] = (call.form.text('do') ?? '').split('-')
  switch (what) {
    case 'add':
      return repairPage(call, loaded, { state: withNewLine(state) })
    case 'remove':
      return repairPage(call, loaded, { state: withoutLine(state, Number(line)) })
    case 'paste':
    case 'show':
      return repairPage(call, loaded, { state })
    case 'form':
    case 'json':
      return changeTab(call, loaded, state, what)
    case 'resubmit':
      return state.isEdited || state.text !== undefined
        ? check(call, loaded, state, draftWords.changedSince)
        : resubmit(call, loaded, state)
    default:
      return check(call, loaded, state)
  }
}

async function load(call: Call, family: Family, id: string): Promise<Loaded | RedirectReply> {
  const document = await calls.retrieve(call.api, family, id)
  if (document.meta_info.peppol_status?.overall_status !== 'VALIDATION_FAILED') {
    return { redirect: documentPath(family, id), notice: noticeOf('info', draftWords.repairNotNeeded) }
  }
  const text = await calls.requestText(call.api, family, id)
  const kept = jsonIn(text) ?? new Map<string, JsonValue>()
  return {
    family,
    document,
    // The service keeps the files of a document when a resubmission has none.
    request: withoutValue(kept, ['attachments']),
    hasAttachments: kept instanceof Map && kept.has('attachments'),
    seen: createHash('sha256').update(text).digest('base64url'),
  }
}

function stored({ request, document }: Loaded): DraftState {
  const wanted = calls.findingsOf(document).flatMap(({ field }) => lineIn(field ?? '') ?? [])
  return { mode: 'form', request, lines: shownLines(request, wanted), isEdited: false }
}

function changeTab(call: Call, loaded: Loaded, state: DraftState, mode: Mode): Promise<PageReply> {
  if (state.text !== undefined) return refused(call, loaded, { state }, draftWords.notJson, 422)
  return repairPage(call, loaded, { state: { ...state, mode, lines: shownLines(state.request, state.lines) } })
}

/**
 * A second press comes after the first has cured the document. The API answers both with the same
 * result, because they have one key.
 */
async function repeatedResubmission(call: FormCall, family: Family, id: string): Promise<RedirectReply | undefined> {
  const document = await calls.retrieve(call.api, family, id)
  if (document.meta_info.peppol_status?.overall_status === 'VALIDATION_FAILED') return undefined
  const { request } = await stateIn(call, family, new Map<string, JsonValue>())
  const { answer } = await sent(call, family, document, request)
  return answer && done(family, answer)
}

function sent(
  call: FormCall,
  family: Family,
  document: calls.StoredDocument,
  request: JsonValue,
): Promise<Attempted<calls.StoredDocument>> {
  const { api, form } = call
  const target = { family, id: document.id, profileId: calls.profileOf(family, document) }
  return attempt(call, () => calls.resubmit(api, target, jsonText(request), idempotencyOf(form)))
}

function done(family: Family, { id, document_number, meta_info }: calls.StoredDocument): RedirectReply {
  const isFailing = calls.fatalIn(calls.findingsOf({ meta_info })) > 0
  return {
    redirect: documentPath(family, id),
    notice: noticeOf(isFailing ? 'warning' : 'good', isFailing ? draftWords.repairFailedAgain : draftWords.repairDone, {
      number: document_number,
    }),
  }
}

async function resubmit(call: FormCall, loaded: Loaded, state: DraftState) {
  const { answer, refusal } = await sent(call, loaded.family, loaded.document, state.request)
  if (answer !== undefined) return done(loaded.family, answer)
  const asked = needsApproval(refusal) ? await askFor(call, loaded, state.request) : undefined
  if (asked?.answer !== undefined) return asked.answer
  return refused(call, loaded, { state, refusal: asked?.refusal ?? refusal }, draftWords.refused, 422)
}

function askFor(call: FormCall, { family, document }: Loaded, request: JsonValue) {
  const target = { family, documentId: document.id, profileId: calls.profileOf(family, document) }
  return ask(call, target, jsonText(request))
}

async function check(call: Call, loaded: Loaded, state: DraftState, notice?: Sentence): Promise<PageReply> {
  if (state.text !== undefined) return refused(call, loaded, { state }, draftWords.notJson, 422)
  const { answer, refusal } = await judge(call, loaded, state.request)
  if (refusal !== undefined) return refused(call, loaded, { state, refusal }, draftWords.refused, 422)
  const shown = await repairPage(call, loaded, { state, judged: judgedOf(loaded, answer.document) })
  return notice === undefined ? shown : { ...shown, notice: noticeOf('warning', notice) }
}

function judgedOf(
  { family, document }: Loaded,
  { totals, meta_info }: Pick<calls.StoredDocument, 'totals' | 'meta_info'>,
): Judged {
  return { family, totals, currency: document.document_currency_code, findings: calls.findingsOf({ meta_info }) }
}

/**
 * A dry run is one of a new document, and the number of this one is taken. Without it the service
 * lends the next number; an organisation that numbers its documents itself needs another free one.
 */
async function judge(call: Call, { family, document }: Loaded, request: JsonValue) {
  const draft = { family, profileId: calls.profileOf(family, document) }
  const isOwnNumber = valueAt(request, ['document_number']) === document.document_number
  const judgedAs = (other: JsonValue) => attempt(call, () => calls.dryRun(call.api, draft, jsonText(other)))
  if (!isOwnNumber) return judgedAs(request)
  const lent = await judgedAs(withoutValue(request, ['document_number']))
  if (lent.refusal?.fields.document_number === undefined) return lent
  return judgedAs(withValue(request, ['document_number'], `${document.document_number}-${endOf(document.id)}`))
}

/** Eight characters of the id: a number that no document has. */
function endOf(id: string): string {
  return id.slice(-8)
}

async function repairPage(call: Call, loaded: Loaded, shown: Shown): Promise<PageReply> {
  const { say } = call
  const { family, document, seen, hasAttachments } = loaded
  const title = say(draftWords.repairTitle, { number: document.document_number })
  const path = documentPath(family, document.id)
  const target: Target = {
    family,
    profileId: calls.profileOf(family, document),
    action: `${path}/repair`,
    cancel: path,
    numberHint: draftWords.numberKept,
    hidden: html`<input type="hidden" name="seen" value="${seen}">`,
  }
  const { judged } = shown
  const form = await editor(call, target, {
    ...shown,
    findings: calls.findingsOf(document),
    before: judgedOf(loaded, document),
    ...(judged !== undefined && { send: sendButton(call, judged) }),
  })
  return {
    title,
    body: html`${pageHead(title, { about: say(draftWords.repairAbout) })}
${hasAttachments && html`<p class="hint">${say(draftWords.repairAttachments)}</p>`}
${form}`,
  }
}

function sendButton({ say }: Call, { findings }: Judged) {
  if (calls.fatalIn(findings) > 0) return html`<p class="notice warning">${say(draftWords.mustPass)}</p>`
  return html`<div class="actions"><button class="primary" type="submit" name="do" value="resubmit" formnovalidate>\
${say(draftWords.resubmit)}</button>
<p class="hint">${say(draftWords.resubmitHint)}</p></div>`
}

async function refused(
  call: Call,
  loaded: Loaded,
  shown: Shown,
  sentence: Sentence,
  status: number,
): Promise<PageReply> {
  return { ...(await repairPage(call, loaded, shown)), status, notice: noticeOf('bad', sentence) }
}
