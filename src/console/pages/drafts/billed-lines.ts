import { type Html, html } from '@selfbill/pint-ae/html'
import { type JsonValue, readJson } from '@selfbill/pint-ae/json'
import type { KnownSupplier, SupplierPage } from '../../../../client/src/api-types.ts'
import { attempt } from '../../attempt.ts'
import { type Notice, noticeOf } from '../../http/notice.ts'
import { field } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import { billedWords } from './billed-words.ts'
import { valueAt, withoutValue, withValue } from './edit-json.ts'
import { searchMark } from './enter-button.ts'
import { lineFields, linesMax } from './fields.ts'
import { filledLines, linesOfFormMax } from './pasted-lines.ts'
import { initialRequest } from './request-of.ts'
import { currencyOf } from './running-totals.ts'
import { type DraftState, shownLines } from './state.ts'

// What the supplier of the form was billed before: a line is filled in by one press.

const party = 'accounting_supplier_party'

/** The name of the search field. */
export const billedSearch = 'billed_search'

interface BilledState {
  readonly request: JsonValue
  /** Undefined: nobody asked for the lines. */
  readonly search: string | undefined
  readonly action: string
}

/** Below the lines of a purchase: a button, or the lines that it shows. */
export async function billedPart(call: Call, { request, search, action }: BilledState): Promise<Html> {
  const { say } = call
  const button = (label: string) => html`<button type="submit" name="do" value="billed" formnovalidate\
 formaction="${`${action}#billed`}">${label}</button>`
  if (search === undefined) return html`<div class="actions" id="billed">${button(say(billedWords.show))}</div>`
  const found = await billedLines(call, request, search)
  const target = filledLines(request)
  const lines = typeof found === 'string' ? [] : found
  const picks = lines.slice(0, shownMax).map((one) => pick(call, one, `${action}#line-${target}`))
  return html`<section class="card stack" id="billed" aria-labelledby="billed-title">
<h2 id="billed-title">${say(billedWords.title)}</h2>
${
  typeof found === 'string'
    ? html`<p>${say(billedWords[found])}</p>`
    : html`${field(billedSearch, say(billedWords.search), { type: 'search', value: search, maxLength: 100 })}
${searchMark({ button: 'billed', field: billedSearch, text: search })}
${lines.length === 0 && html`<p>${say(search === '' ? billedWords.none : billedWords.nothing)}</p>`}
${lines.length > 0 && target < linesOfFormMax && html`<ul class="picks">${picks}</ul>`}
${lines.length > shownMax && html`<p class="hint">${say(billedWords.more)}</p>`}`
}
<div class="actions">${button(say(billedWords.find))}</div></section>`
}

const shownMax = 8

function pick({ say, format }: Call, one: BilledLine, action: string): Html {
  const texts = (path: string) => {
    const value = valueAt(one.line, path.split('.'))
    return value === undefined || value === null ? '' : String(value)
  }
  const codes = [texts('commodity_classification.item_classification_code'), ...serviceCodes(one.line)]
  const code = codes.filter((own) => own !== '').join(' ')
  const price = html`<bdi dir="ltr">${texts('price.base_amount')} ${one.currency} / ${texts('unit_code')}</bdi>`
  const shownCode = code !== '' && html`<bdi dir="ltr">${code}</bdi> · `
  const from = say(billedWords.from, { number: one.documentNumber })
  return html`<li><button type="submit" name="do" value="${`take-${one.id}-${one.number}`}" formnovalidate\
 formaction="${action}"><bdi>${texts('name')}</bdi></button>
<span class="hint">${price} · ${shownCode}${from}\
 ${format.date(one.date)}</span></li>`
}

function serviceCodes(line: JsonValue): readonly string[] {
  const entries = valueAt(line, ['additional_item_identification'])
  const all: readonly JsonValue[] = Array.isArray(entries) ? entries : []
  return all.flatMap((entry) => textIn(entry, 'id') ?? [])
}

/** The form with a line of an earlier invoice in its first blank line. Undefined: it is gone. */
export async function withBilledLine(
  call: Call,
  state: DraftState,
  { named, search }: { readonly named: string; readonly search: string },
): Promise<TakenLine | undefined> {
  const lines = await billedLines(call, state.request, search)
  const taken = typeof lines === 'string' ? undefined : lines.find(({ id, number }) => `${id}-${number}` === named)
  const target = filledLines(state.request)
  if (taken === undefined || target >= linesOfFormMax) return undefined
  const begun = initialRequest(lineFields(target), state.request)
  const blank = valueAt(begun, ['document_lines', target])
  const isSameCurrency = taken.currency === currencyOf(begun)
  const own = isSameCurrency ? taken.line : new Map([...taken.line].filter(([member]) => member !== 'price'))
  const line = withoutKnownRate(new Map([...(blank instanceof Map ? blank : []), ...own]))
  const request = withValue(begun, ['document_lines', target], line)
  const lineNumbers = [...new Set([...state.lines, target])].toSorted((one, other) => one - other).slice(-linesMax)
  return {
    state: { ...state, request, lines: shownLines(request, lineNumbers), isEdited: true },
    leftCurrency: isSameCurrency ? undefined : taken.currency,
  }
}

interface TakenLine {
  readonly state: DraftState
  /** Of the price that was not taken over; undefined where it was. */
  readonly leftCurrency: string | undefined
}

/** Says which line was filled in. */
export function takenNotice(taken: TakenLine | undefined): Notice {
  if (taken === undefined) return noticeOf('warning', billedWords.gone)
  const { state, leftCurrency: currency } = taken
  const line = filledLines(state.request)
  if (currency === undefined) return noticeOf('info', billedWords.taken, { line })
  return noticeOf('warning', billedWords.takenUnpriced, { line, currency })
}

/** The API knows the rate of every category but N; a rate here would open more of the line. */
function withoutKnownRate(line: JsonValue): JsonValue {
  const category = ['classified_tax_category', 'id']
  return valueAt(line, category) === 'N' ? line : withoutValue(line, ['classified_tax_category', 'percent'])
}

interface BilledLine {
  readonly id: string
  readonly documentNumber: string
  readonly date: string
  readonly number: number
  readonly currency: string
  readonly line: ReadonlyMap<string, JsonValue>
}

/** Why there are no lines. */
type Unfound = 'noSupplier' | 'manySuppliers'

async function billedLines(call: Call, request: JsonValue, search: string): Promise<readonly BilledLine[] | Unfound> {
  const found = await supplierIn(call, request)
  if (typeof found === 'string') return found
  const { supplier_id: id } = found
  const query = search === '' ? '' : `?search=${encodeURIComponent(search)}`
  const { answer } = await attempt(call, () => call.api.send('GET', `/api/suppliers/${id}/lines${query}`))
  if (answer === undefined) return 'noSupplier'
  // Read exactly: prices are no binary numbers.
  const items = valueAt(readJson(new TextDecoder().decode(answer.bytes)), ['items'])
  const all: readonly JsonValue[] = Array.isArray(items) ? items : []
  return all.flatMap((item) => {
    const line = valueAt(item, ['line'])
    if (!(line instanceof Map)) return []
    return {
      id: textIn(item, 'document_id') ?? '',
      documentNumber: textIn(item, 'document_number') ?? '',
      date: textIn(item, 'issue_date') ?? '',
      number: Number(String(valueAt(item, ['line_number']))),
      currency: textIn(item, 'currency') ?? '',
      line,
    }
  })
}

/** The known supplier with the TRN of the form, or with its name. */
async function supplierIn({ api }: Call, request: JsonValue): Promise<KnownSupplier | Unfound> {
  const trn = valueAt(request, [party, 'party_tax_scheme', 'company_id'])
  const own = valueAt(request, [party])
  const name = textIn(own, 'party_name') ?? textIn(own, 'name')
  const search = typeof trn === 'string' ? trn : name
  if (search === undefined) return 'noSupplier'
  let cursor: string | null = null
  // Each request looks at a part of the names, so the first ones may find nothing.
  for (let at = 0; at < requestsMax; at += 1) {
    const { items, next }: SupplierPage = await api.call('listSuppliers', {
      query: { search: search.slice(0, 100), limit: 100, ...(cursor !== null && { cursor }) },
    })
    const found = items.find((one) =>
      typeof trn === 'string' ? one.trn === trn : one.name.toLowerCase() === name?.toLowerCase(),
    )
    if (found !== undefined) return found
    if (next === null) return 'noSupplier'
    cursor = next
  }
  return 'manySuppliers'
}

/** 10,000 names. */
const requestsMax = 10

function textIn(value: JsonValue | undefined, member: string): string | undefined {
  const own = value instanceof Map ? value.get(member) : undefined
  return typeof own === 'string' ? own : undefined
}
