// A new document: choose the kind, fill in, see the verdict, then issue what was checked.

import { html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { askedAnew } from '../../asked-anew.ts'
import { attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Sentence } from '../../language/words.ts'
import { may } from '../../may.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { choice } from '../../parts/field.ts'
import { pageHead } from '../../parts/page-head.ts'
import { action, type Call, type PageReply, page, type RedirectReply, type Reply } from '../../route.ts'
import { approvalWords } from '../approvals/approval-words.ts'
import { ask, needsApproval, willWait } from '../approvals/ask.ts'
import { closeReturned, returnedDraft } from '../approvals/returned.ts'
import { documentWords } from '../documents/document-words.ts'
import { documentPath, type Family, families, isFamily, isPurchase } from '../documents/family.ts'
import { activeProfiles, profilesMax } from '../drafts/active-profiles.ts'
import { hasChosen, withFiles, withoutChosen, withoutFile } from '../drafts/attached-files.ts'
import { billedPart, billedSearch, takenNotice, withBilledLine } from '../drafts/billed-lines.ts'
import { type Draft, dryRun, fatalIn, findingsOf, issue } from '../drafts/calls.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { jsonIn, jsonText } from '../drafts/edit-json.ts'
import { editor, type Target } from '../drafts/editor.ts'
import { pressedIn } from '../drafts/enter-button.ts'
import { exampleOf } from '../drafts/example.ts'
import { documentFields, lineFields, paymentFields } from '../drafts/fields.ts'
import { takenOut, withContents } from '../drafts/file-contents.ts'
import { gulfDate } from '../drafts/gulf-date.ts'
import { findKept, forget, issueKey, type Kept, keep, keptIn, keptMark, nothingKept } from '../drafts/kept.ts'
import { keptWords } from '../drafts/kept-words.ts'
import { initialRequest } from '../drafts/request-of.ts'
import { runningTotals } from '../drafts/running-totals.ts'
import {
  type DraftState,
  type Mode,
  shownLines,
  stateIn,
  storeUnrepaired,
  withNewLine,
  withoutLine,
} from '../drafts/state.ts'
import { missingFields, type Picked, searchField, supplierPicker, withSupplier } from '../drafts/supplier-picker.ts'
import { supplierWords } from '../drafts/supplier-words.ts'
import type { Judged } from '../drafts/verdict.ts'
import { profileWords } from '../settings/profile-words.ts'
import { copyOf } from './copy.ts'

export const newDocument = page({
  path: '/console/new',
  access: 'clerk',
  query: ['family', 'profile', 'as', 'copy', 'draft', 'supplier'],
  async show(call) {
    const { family, profile, as, copy, draft, supplier } = call.query
    if (draft !== undefined) return keptPage(call, draft, as)
    if (isFamily(family) && copy !== undefined) return copyPage(call, family, copy)
    if (!isFamily(family) || profile === undefined) return choosePage(call, family)
    const mode = as === 'json' ? 'json' : 'form'
    const begun = { family, profileId: profile, kept: nothingKept() }
    const state = stateOf(blank(call, family), mode)
    if (supplier !== undefined && isPurchase(family)) return withPicked(call, begun, state, supplier)
    return draftPage(call, begun, { state, isFirst: true })
  },
})

export const checkOrIssue = action({
  path: '/console/new',
  access: 'clerk',
  bytesMax: 8 * 1024 * 1024,
  async act(call): Promise<Reply> {
    const { form } = call
    const [family, profileId] = [form.text('family'), form.text('profile')]
    if (!isFamily(family) || profileId === undefined) return choosePage(call, family)
    const draft = { family, profileId, kept: keptIn(form) }
    const state = await withFiles(call, await stateIn(call, family, new Map<string, JsonValue>()), draft.kept)
    const [what, ...named] = pressedIn(form).split('-')
    const isChanged = state.isEdited || state.text !== undefined
    if (what === 'issue' && !isChanged) return issueChecked(call, draft, state)
    const picked = what === 'pick' && isPurchase(family)
    if (picked) return pickPage(call, draft, state, named.join('-'))
    const billed = form.text(billedSearch)?.slice(0, 100) ?? ''
    const taken =
      what === 'take' ? await withBilledLine(call, state, { named: named.join('-'), search: billed }) : undefined
    const next = taken?.state ?? nextState(call, family, state, { what, line: Number(named[0]) })
    const { saved, held } = await keepWithFiles(call, draft, next)
    if (what === 'issue') return check(call, saved, held, draftWords.changedSince)
    const isCheck = !shownAgain.some((one) => one === what)
    if (isCheck) return check(call, saved, held)
    if (held.text !== undefined) return refusedPage(call, saved, { state: held }, draftWords.notJson)
    const search = what === 'suppliers' ? (form.text(searchField)?.slice(0, 100) ?? '') : undefined
    if (what === 'billed') return draftPage(call, saved, { state: held, billedSearch: billed })
    const shown = await draftPage(call, saved, {
      state: held,
      search,
      billedSearch: what === 'take' ? billed : undefined,
    })
    return what === 'take' ? { ...shown, notice: takenNotice(taken) } : shown
  },
})

/** Buttons that change the form and check nothing. */
const shownAgain = [
  'suppliers',
  'billed',
  'units',
  'unit',
  'take',
  'open',
  'add',
  'remove',
  'attach',
  'detach',
  'paste',
  'show',
  'example',
  'form',
  'json',
]

interface Pressed {
  readonly what: string | undefined
  readonly line: number
}

function nextState(call: Call, family: Family, state: DraftState, { what, line }: Pressed): DraftState {
  switch (what) {
    case 'add':
      return withNewLine(state)
    case 'remove':
      return withoutLine(state, line)
    case 'detach':
      return { ...state, request: withoutFile(state.request, line), isEdited: true }
    case 'example':
      return stateOf(exampleOf(family, gulfDate(call.now)), 'form')
    case 'form':
    case 'json':
      return state.text === undefined ? { ...state, mode: what, lines: shownLines(state.request, state.lines) } : state
    default:
      return state
  }
}

/** A document to be issued for a profile, and the draft that is kept of it. */
interface KeptDraft extends Draft {
  readonly kept: Kept
}

type FormCall = Call & { readonly form: Form }

/** Keeps the draft; files that it cannot keep are not added to the form either. */
async function keepWithFiles(call: FormCall, draft: KeptDraft, state: DraftState) {
  const save = async (kept: Kept, of: DraftState) => ({
    saved: { ...draft, kept: await keep(call, draft, { state: of, kept, isAsked: true }) },
    held: of,
  })
  const first = await save(draft.kept, state)
  if (first.saved.kept.isSaved || !hasChosen(call.form)) return first
  return save(draft.kept, withoutChosen(call, state))
}

function stateOf(request: JsonValue, mode: Mode): DraftState {
  return { mode, request, lines: shownLines(request), isEdited: false }
}

/** The form with what another document had; its dates, periods and references may need a change. */
async function copyPage(call: Call, family: Family, id: string): Promise<PageReply | RedirectReply> {
  const copy = await copyOf(call, family, id)
  if (copy === undefined) {
    return { redirect: documentPath(family, id), notice: noticeOf('info', draftWords.notCopied) }
  }
  const draft = { family, profileId: copy.profileId, kept: nothingKept() }
  const shown = await draftPage(call, draft, { state: stateOf(copy.request, 'form') })
  const sentence = copy.hadFiles ? draftWords.copiedWithoutFiles : draftWords.copied
  return { ...shown, notice: noticeOf('info', sentence, { number: copy.number }) }
}

/** The form with a known supplier; everything else stays as it was typed. */
async function pickPage(call: Call, draft: KeptDraft, state: DraftState, id: string): Promise<PageReply> {
  return withPicked(call, draft, state, id, async (next) => ({
    ...draft,
    kept: await keep(call, draft, { state: next, kept: draft.kept, isAsked: true }),
  }))
}

async function withPicked(
  call: Call,
  draft: KeptDraft,
  state: DraftState,
  id: string,
  save: (next: DraftState) => Promise<KeptDraft> = async () => draft,
): Promise<PageReply> {
  const found = await withSupplier(call, state.request, id)
  if (found === undefined) {
    return { ...(await draftPage(call, draft, { state })), notice: noticeOf('warning', supplierWords.gone) }
  }
  const next = { ...state, request: found.request, isEdited: true }
  return draftPage(call, await save(next), { state: next, picked: found.picked })
}

/** What a new document begins with. */
function blank(call: Call, family: Family): JsonValue {
  const fields = [...documentFields(family, gulfDate(call.now)), ...lineFields(0), ...paymentFields]
  return initialRequest(fields, new Map<string, JsonValue>())
}

/** The form as it was left: here, before a sign-out, or on another machine. */
async function keptPage(call: Call, id: string, as: string | undefined): Promise<PageReply | RedirectReply> {
  const found = await findKept(call, id)
  if ('missing' in found) return { redirect: '/console/drafts', notice: noticeOf('info', keptWords[found.missing]) }
  const { draft } = found
  const { text, files } = takenOut(found.content)
  const request = jsonIn(text)
  if (request === undefined) {
    const state = {
      mode: 'json',
      request: new Map<string, JsonValue>(),
      lines: [0],
      text,
      files,
      isEdited: true,
    } as const
    return draftPage(call, draft, { state })
  }
  return draftPage(call, draft, { state: { ...stateOf(request, as === 'json' ? 'json' : 'form'), files } })
}

async function check(call: Call, draft: KeptDraft, state: DraftState, notice?: Sentence): Promise<PageReply> {
  if (state.text !== undefined) return refusedPage(call, draft, { state }, draftWords.notJson)
  const { answer, refusal } = await attempt(call, () => dryRun(call.api, draft, contentOf(state)))
  if (refusal !== undefined) return refusedPage(call, draft, { state, refusal }, draftWords.refused)
  const { document, warnings } = answer
  const { totals } = document
  const judged = {
    family: draft.family,
    totals,
    currency: currencyIn(state.request),
    findings: findingsOf(document),
    warnings,
  }
  const shown = await draftPage(call, draft, { state, judged })
  return notice === undefined ? shown : { ...shown, notice: noticeOf('warning', notice) }
}

async function issueChecked(call: FormCall, draft: KeptDraft, state: DraftState): Promise<Reply> {
  const content = contentOf(state)
  const once = { idempotencyKey: issueKey(draft.kept, content) }
  const { answer, refusal } = await attempt(call, () => askedAnew(once, (key) => issue(call.api, draft, content, key)))
  if (needsApproval(refusal)) {
    const returned = await returnedDraft(call, draft.kept.id)
    const asked = await ask(call, { ...draft, returned, once }, content)
    if (asked.refusal !== undefined) {
      return refusedPage(call, draft, { state, refusal: asked.refusal }, draftWords.refused)
    }
    await forget(call, draft.kept)
    return asked.answer
  }
  if (refusal !== undefined) return refusedPage(call, draft, { state, refusal }, draftWords.refused)
  await closeReturned(call, await returnedDraft(call, draft.kept.id), answer.id)
  await forget(call, draft.kept)
  const isFailing = fatalIn(findingsOf(answer)) > 0
  return {
    redirect: documentPath(draft.family, answer.id),
    notice: noticeOf(isFailing ? 'warning' : 'good', isFailing ? draftWords.issuedFailing : draftWords.issued, {
      number: answer.document_number,
    }),
  }
}

function contentOf({ request, files }: DraftState): string {
  return withContents(jsonText(request), files)
}

interface Shown {
  readonly state: DraftState
  readonly isFirst?: boolean
  readonly judged?: Judged
  readonly refusal?: SelfbillError
  /** What was looked for among the known suppliers, and who was chosen. */
  readonly search?: string | undefined
  /** What was looked for among the lines billed before. */
  readonly billedSearch?: string | undefined
  readonly picked?: Picked
}

async function refusedPage(call: Call, draft: KeptDraft, shown: Shown, sentence: Sentence) {
  return { ...(await draftPage(call, draft, shown)), status: 422, notice: noticeOf('bad', sentence) } as const
}

async function draftPage(call: Call, draft: KeptDraft, shown: Shown): Promise<PageReply> {
  const { say, isSandbox } = call
  const { family, profileId, kept } = draft
  const title = say(documentWords[family])
  const target: Target = {
    family,
    profileId,
    action: '/console/new',
    cancel: '/console/new',
    numberHint: draftWords.numberHint,
    hasFiles: true,
    hidden: html`<input type="hidden" name="family" value="${family}">\
<input type="hidden" name="profile" value="${profileId}">${keptMark(call, kept)}`,
  }
  const example =
    isSandbox &&
    shown.isFirst === true &&
    html`<button type="submit" form="draft" name="do" value="example" formnovalidate>\
${say(draftWords.example)}</button>`
  const { state, search, picked, billedSearch: sought } = shown
  const form = await editor(call, target, {
    ...shown,
    send: shown.judged && (await issueButton(call, shown.judged)),
    ...(state.mode === 'form' &&
      shown.judged === undefined && { totals: await runningTotals(call, draft, state.request) }),
    ...(isPurchase(family) &&
      state.mode === 'form' && {
        picker: await supplierPicker(call, draft, { request: state.request, search, picked }),
        lacking: lackingFields(call, family, picked),
        billed: await billedPart(call, { request: state.request, search: sought, action: target.action }),
      }),
  })
  return {
    title,
    body: html`${pageHead(title, {
      about: say(draftWords.newFormAbout),
      ...(example !== false && { actions: [example] }),
    })}
${form}`,
  }
}

function lackingFields({ say }: Call, family: Family, picked: Picked | undefined): ReadonlyMap<string, string> {
  const names = missingFields(picked?.missing ?? [], family).flatMap(({ name }) => name ?? [])
  return new Map(names.map((name) => [name, say(supplierWords.isMissing)]))
}

/** Issues what was checked: when something was changed since, it is checked again first. */
async function issueButton(call: Call, judged: Judged) {
  const { say } = call
  const isFailing = fatalIn(judged.findings) > 0
  if (await willWait(call, judged)) return sendButton(call, isFailing)
  const label = say(isFailing ? draftWords.issueFailing : draftWords.issue)
  return html`<div class="actions"><button class="${!isFailing && 'primary'}" type="submit" name="do"\
 value="${isFailing ? storeUnrepaired : 'issue'}" formnovalidate>${label}</button>
<p class="hint">${say(isFailing ? draftWords.issueFailingHint : draftWords.issueHint)}</p></div>`
}

/** What fails its rules is not sent to a second person. */
function sendButton({ say }: Call, isFailing: boolean) {
  if (isFailing) return html`<p class="notice warning">${say(approvalWords.mustPass)}</p>`
  return html`<div class="actions"><button class="primary" type="submit" name="do" value="issue" formnovalidate>\
${say(approvalWords.send)}</button>
<p class="hint">${say(approvalWords.sendHint)}</p></div>`
}

async function choosePage(call: Call, chosen: string | undefined): Promise<PageReply> {
  const { say } = call
  const profiles = await activeProfiles(call.api)
  const head = pageHead(say(draftWords.newTitle), { about: say(draftWords.newAbout) })
  if (profiles.length === 0) {
    const add =
      may(call, 'admin') &&
      html`<a class="button primary" href="/console/settings/profiles/new">${say(profileWords.add)}</a>`
    const empty = emptyState(say(draftWords.noProfile), say(draftWords.noProfileHint), add === false ? undefined : add)
    return { title: say(draftWords.newTitle), body: html`${head}${empty}` }
  }
  return {
    title: say(draftWords.newTitle),
    body: html`${head}<form class="card columns" method="get" action="/console/new">
${choice('family', say(draftWords.family), familyChoices(call), { value: chosen, hint: say(draftWords.familyHint) })}
${choice('profile', say(draftWords.profile), profiles, {
  hint: say(profiles.length === profilesMax ? draftWords.profilesLimited : draftWords.profileHint, {
    count: profilesMax,
  }),
})}
<div class="actions"><button class="primary" type="submit">${say(draftWords.next)}</button></div></form>`,
  }
}

function familyChoices({ say }: Pick<Call, 'say'>): readonly { value: Family; label: string }[] {
  return families.map((family) => ({ value: family, label: say(documentWords[family]) }))
}

function currencyIn(request: JsonValue): string {
  const currency = request instanceof Map ? request.get('document_currency_code') : undefined
  return typeof currency === 'string' ? currency : ''
}
