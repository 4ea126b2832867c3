import { writeJson } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { typedNumber } from '../../../document-files/typed-number.ts'
import { askedAnew } from '../../asked-anew.ts'
import { attempt } from '../../attempt.ts'
import { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Sentence } from '../../language/words.ts'
import { idempotencyOf } from '../../parts/idempotency.ts'
import { action, type Call, type PageReply, page, type Reply } from '../../route.ts'
import { ask, needsApproval, willWait } from '../approvals/ask.ts'
import { closeReturned, returnedField, returnedTo } from '../approvals/returned.ts'
import { creditNotesOf, documentPath, type InvoiceFamily, invoiceFamilyIn } from '../documents/family.ts'
import { withReadings } from '../drafts/ambiguous-numbers.ts'
import * as calls from '../drafts/calls.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { jsonIn, jsonText, valueAt, withValue } from '../drafts/edit-json.ts'
import type { Crediting } from './credit-pages.ts'
import { amountsPage, choicePage, draftPage, emptyPage, everythingField, sentFields } from './credit-pages.ts'
import { everythingLeft, leftOf, nothingLeft } from './left.ts'

/**
 * Credits an invoice by reference in three steps: which lines, how much and why, the draft with its
 * verdict. Each step sends all that was chosen before, so nothing is kept between them.
 */
const showCredit = page({
  path: '/console/documents/{family}/{id}/credit',
  access: 'clerk',
  query: [returnedField],
  async show(call) {
    const crediting = await load(call, invoiceFamilyIn(call.params.family), call.params.id)
    const empty = emptyPage(call, crediting)
    if (empty !== undefined) return empty
    const returned = await returnedTo(call, { kind: 'credit', documentId: call.params.id }, call.query.returned)
    if (returned === undefined) return choicePage(call, crediting, undefined)
    const form = formOf(returned.request, returned.approval.approval_id)
    const isAll = isOfAll(form)
    return amountsPage(call, crediting, { form, lines: isAll ? undefined : linesIn(form, crediting) })
  },
})

const creditSteps = action({
  path: '/console/documents/{family}/{id}/credit',
  access: 'clerk',
  async act(call): Promise<Reply> {
    const { form, params } = call
    const family = invoiceFamilyIn(params.family)
    if (form.text('do') === 'issue') return issue(call, family, params.id)
    const crediting = await load(call, family, params.id)
    const empty = emptyPage(call, crediting)
    if (empty !== undefined) return empty
    const isAll = isOfAll(form)
    const lines = linesIn(form, crediting)
    switch (form.text('do')) {
      case 'choose':
        return choicePage(call, crediting, form)
      case 'amounts':
        // Both at once is a mistake, and the larger of the two must not happen by it.
        if (isAll && form.texts('line').length > 0)
          return refused(choicePage(call, crediting, form), draftWords.creditChosen)
        if (!isAll && lines.length === 0) return refused(choicePage(call, crediting, form), draftWords.creditNoLine)
        return amountsPage(call, crediting, { form, lines: isAll ? undefined : lines })
      default:
        return check(call, crediting, isAll ? undefined : lines)
    }
  },
})

export const creditRoutes = [showCredit, creditSteps] as const

type FormCall = Call & { readonly form: Form }

async function load(call: Call, family: InvoiceFamily, id: string): Promise<Crediting> {
  const invoice = await calls.retrieve(call.api, family, id)
  const isFailed = invoice.meta_info.peppol_status?.overall_status === 'VALIDATION_FAILED'
  return { family, invoice, isFailed, left: isFailed ? nothingLeft : await leftOf(call, family, invoice) }
}

function isOfAll(form: Form): boolean {
  return form.text('which') !== 'some'
}

/** What was sent, as the form would have sent it. */
function formOf(request: string, returned: string): Form {
  const sent = jsonIn(request)
  const texts = new Map<string, readonly string[]>([[returnedField, [returned]]])
  for (const name of sentFields) {
    const text = valueAt(sent ?? null, [name])
    if (typeof text === 'string') texts.set(name, [text])
  }
  const chosen = valueAt(sent ?? null, ['lines'])
  if (!Array.isArray(chosen)) return new Form(texts)
  const figures = ['line', 'quantity', 'amount'] as const
  const lines = chosen.map((_, at) => figures.map((name) => String(valueAt(chosen, [at, name]) ?? '')))
  texts.set('which', ['some'])
  texts.set(
    'line',
    lines.map(([line = '']) => line),
  )
  for (const [line, quantity = '', amount = ''] of lines) {
    texts.set(`quantity-${line}`, [quantity])
    texts.set(`amount-${line}`, [amount])
  }
  return new Form(texts)
}

/** The chosen lines that are not credited whole. */
function linesIn(form: Form, { left }: Crediting): readonly number[] {
  const chosen = new Set(form.texts('line').map(Number))
  return [...left.lines.keys()].filter((line) => chosen.has(line))
}

async function check(call: FormCall, crediting: Crediting, lines: readonly number[] | undefined): Promise<PageReply> {
  const { form, api } = call
  const content = creditOf(form, crediting, lines)
  const { family, invoice } = crediting
  const everything = lines === undefined ? await everythingOf(call, crediting) : undefined
  const { answer, refusal } = await attempt(call, () =>
    calls.creditDryRun(api, { family, id: invoice.id }, withLines(content, everything)),
  )
  if (refusal === undefined) {
    const { totals } = answer.document
    const waits = await willWait(call, { totals, currency: invoice.document_currency_code })
    return draftPage(call, crediting, { form, lines, content, everything, waits, ...answer })
  }
  const byField = withReadings(call, named(refusal, lines), (name) => form.text(name))
  return refused(amountsPage(call, crediting, { form, lines, refusal: byField }), draftWords.refused)
}

/**
 * Everything that is left, named line by line. What is issued without lines is what is left then,
 * and that may be less than what was judged. Source: docs/decisions/0205.
 */
async function everythingOf(call: Call, crediting: Crediting): Promise<string | undefined> {
  const lines = await everythingLeft(call, crediting)
  return lines && writeJson([...lines].map(([line, { quantity }]) => ({ line, quantity })))
}

function withLines(content: string, lines: string | undefined): string {
  const [request, named] = [jsonIn(content), lines === undefined ? undefined : jsonIn(lines)]
  return request === undefined || named === undefined ? content : jsonText(withValue(request, ['lines'], named))
}

/** The API names lines by their place in the request, the form by their number in the invoice. */
function named(refusal: SelfbillError, lines: readonly number[] | undefined): SelfbillError {
  const nameOf = (path: string) => {
    const [, place, member] = /^lines\[(\d+)\]\.(\w+)$/.exec(path) ?? []
    const line = place === undefined ? undefined : lines?.[Number(place)]
    if (line === undefined) return path
    return member === 'amount' ? `amount-${line}` : `quantity-${line}`
  }
  const renamed = <T>(byPath: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byPath).map(([path, value]) => [nameOf(path), value]))
  return new SelfbillError(refusal.status, refusal.message, renamed(refusal.fields), {
    ...refusal,
    codes: renamed(refusal.codes),
  })
}

function creditOf(form: Form, crediting: Crediting, lines: readonly number[] | undefined): string {
  return writeJson({
    document_number: crediting.left.isNumberNeeded ? form.text('document_number') : undefined,
    discrepancy_response: form.text('discrepancy_response'),
    reason: form.text('reason'),
    note: form.text('note'),
    issue_date: form.text('issue_date'),
    lines: lines?.map((line) => {
      // Left empty, it is all that is left of the line now, and not of what is left later.
      const most = String(crediting.left.lines.get(line)?.quantity)
      const quantity = form.text(`quantity-${line}`) ?? most
      const amount = form.text(`amount-${line}`)
      // The form proposes the whole quantity. Only another one is what somebody typed.
      const isProposed = quantity === most
      if (amount === undefined) return { line, quantity: figure(quantity) }
      return { line, amount: figure(amount), ...(!isProposed && { quantity: figure(quantity) }) }
    }),
  })
}

function figure(typed: string | undefined): Decimal | string | undefined {
  const number = typed === undefined ? undefined : typedNumber(typed)
  return number instanceof Decimal ? number : typed
}

async function issue(call: FormCall, family: InvoiceFamily, id: string): Promise<Reply> {
  const { api, form } = call
  const request = form.exact('request')
  const content = withLines(request, form.text(everythingField))
  const of = { family, id }
  const once = idempotencyOf(form)
  const { answer, refusal } = await attempt(call, () => askedAnew(once, (key) => calls.credit(api, of, content, key)))
  const returned = form.text(returnedField)
  if (refusal === undefined) {
    await closeReturned(call, returned, answer.id)
    return {
      redirect: documentPath(creditNotesOf[family], answer.id),
      notice: noticeOf('good', draftWords.creditDone, { number: answer.document_number }),
    }
  }
  const asked = needsApproval(refusal)
    ? await ask(call, { family, documentId: id, returned, once }, request)
    : undefined
  if (asked?.answer !== undefined) return asked.answer
  const crediting = await load(call, family, of.id)
  return asItIsNow(call, crediting, asked?.refusal ?? refusal)
}

/** The credit again, after its issue was refused. */
async function asItIsNow(call: FormCall, crediting: Crediting, refusal: SelfbillError): Promise<PageReply> {
  const { form } = call
  const empty = emptyPage(call, crediting)
  if (empty !== undefined) return empty
  const lines = isOfAll(form) ? undefined : linesIn(form, crediting)
  const isLeftChanged = Object.keys(refusal.fields).some((name) => name.startsWith('lines'))
  if (isLeftChanged) {
    const shown = lines?.length === 0 ? choicePage(call, crediting, form) : await check(call, crediting, lines)
    return { ...shown, status: 409, notice: noticeOf('warning', draftWords.creditChanged) }
  }
  const isOfNumber = refusal.fields.document_number !== undefined
  const shown = isOfNumber
    ? amountsPage(call, crediting, { form, lines, refusal: named(refusal, lines) })
    : choicePage(call, crediting, form, refusal)
  return refused(shown, draftWords.refused)
}

function refused(shown: PageReply, sentence: Sentence): PageReply {
  return { ...shown, status: 422, notice: noticeOf('bad', sentence) }
}
