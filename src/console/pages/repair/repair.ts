import { createHash } from 'node:crypto'
import { html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { askedAnew } from '../../asked-anew.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Sentence } from '../../language/words.ts'
import { idempotencyOf } from '../../parts/idempotency.ts'
import { pageHead } from '../../parts/page-head.ts'
import { hidden } from '../../parts/press.ts'
import { action, type Call, type PageReply, page, type RedirectReply } from '../../route.ts'
import { approvalWords } from '../approvals/approval-words.ts'
import { ask, needsApproval, willWait } from '../approvals/ask.ts'
import { closeReturned, returnedField, returnedTo } from '../approvals/returned.ts'
import { documentPath, type Family, familyOf } from '../documents/family.ts'
import * as calls from '../drafts/calls.ts'
import { correctionDryRun } from '../drafts/correction-dry-run.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { jsonIn, jsonText, withoutValue } from '../drafts/edit-json.ts'
import { editor, type Target } from '../drafts/editor.ts'
import { pressedIn } from '../drafts/enter-button.ts'
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
  query: [returnedField],
  async show(call) {
    const loaded = await load(call, familyOf(call.params.family), call.params.id)
    if ('redirect' in loaded) return loaded
    const returned = await returnedTo(call, { kind: 'correct', documentId: call.params.id }, call.query.returned)
    if (returned === undefined) return repairPage(call, loaded, { state: stored(loaded) })
    const request = withoutValue(jsonIn(returned.request) ?? loaded.request, ['attachments'])
    const state = { mode: 'form', request, lines: shownLines(request), isEdited: false } as const
    return repairPage(call, { ...loaded, returned: returned.approval.approval_id }, { state })
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
    const found = await load(call, family, params.id)
    if ('redirect' in found) return found
    const loaded = { ...found, returned: form.text(returnedField) }
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
  /** The approval that came back and is sent again. */
  readonly returned?: string | undefined
}

interface Shown {
  readonly state: DraftState
  readonly judged?: Judged
  readonly refusal?: SelfbillError
}

async function act(call: FormCall, loaded: Loaded, state: DraftState): Promise<PageReply | RedirectReply> {
  const [what, line] = pressedIn(call.form).split('-')
  switch (what) {
    case 'add':
      return repairPage(call, loaded, { state: withNewLine(state) })
    case 'remove':
      return repairPage(call, loaded, { state: withoutLine(state, Number(line)) })
    case 'paste':
    case 'show':
    case 'units':
    case 'unit':
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
  return attempt(call, () =>
    askedAnew(idempotencyOf(form), (once) => calls.resubmit(api, target, jsonText(request), once)),
  )
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
  if (refusal === undefined) {
    await closeReturned(call, loaded.returned, answer.id)
    return done(loaded.family, answer)
  }
  const asked = needsApproval(refusal) ? await askFor(call, loaded, state.request) : undefined
  if (asked?.answer !== undefined) return asked.answer
  return refused(call, loaded, { state, refusal: asked?.refusal ?? refusal }, draftWords.refused, 422)
}

function askFor(call: FormCall, { family, document, returned }: Loaded, request: JsonValue) {
  const profileId = calls.profileOf(family, document)
  const once = idempotencyOf(call.form)
  return ask(call, { family, documentId: document.id, profileId, returned, once }, jsonText(request))
}

async function check(call: Call, loaded: Loaded, state: DraftState, notice?: Sentence): Promise<PageReply> {
  if (state.text !== undefined) return refused(call, loaded, { state }, draftWords.notJson, 422)
  const { answer, refusal } = await correctionDryRun(call, loaded, state.request)
  if (refusal !== undefined) return refused(call, loaded, { state, refusal }, draftWords.refused, 422)
  const shown = await repairPage(call, loaded, {
    state,
    judged: { ...judgedOf(loaded, answer.document), warnings: answer.warnings },
  })
  return notice === undefined ? shown : { ...shown, notice: noticeOf('warning', notice) }
}

function judgedOf(
  { family, document }: Loaded,
  { totals, meta_info }: Pick<calls.StoredDocument, 'totals' | 'meta_info'>,
): Judged {
  return { family, totals, currency: document.document_currency_code, findings: calls.findingsOf({ meta_info }) }
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
    hidden: html`${hidden({ seen, [returnedField]: loaded.returned })}`,
  }
  const { judged } = shown
  const form = await editor(call, target, {
    ...shown,
    findings: calls.findingsOf(document),
    before: judgedOf(loaded, document),
    ...(judged !== undefined && { send: await sendButton(call, judged) }),
  })
  return {
    title,
    body: html`${pageHead(title, { about: say(draftWords.repairAbout) })}
${hasAttachments && html`<p class="hint">${say(draftWords.repairAttachments)}</p>`}
${form}`,
  }
}

async function sendButton(call: Call, judged: Judged) {
  const { say } = call
  if (calls.fatalIn(judged.findings) > 0) return html`<p class="notice warning">${say(draftWords.mustPass)}</p>`
  const waits = await willWait(call, judged)
  return html`<div class="actions"><button class="primary" type="submit" name="do" value="resubmit" formnovalidate>\
${say(waits ? approvalWords.send : draftWords.resubmit)}</button>
<p class="hint">${say(waits ? approvalWords.sendHint : draftWords.resubmitHint)}</p></div>`
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
