import { type Html, html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { KnownSupplier, SupplierPage } from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { badge } from '../../parts/badge.ts'
import { fieldId } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import type { Draft } from './calls.ts'
import { jsonIn, stepsOf, valueAt, withValue } from './edit-json.ts'
import { searchMark } from './enter-button.ts'
import { fieldFor, placeWords, requiredWithin } from './place.ts'
import { supplierWords } from './supplier-words.ts'

const party = 'accounting_supplier_party'

/** The name of the search field. */
export const searchField = 'supplier_search'
/** Where the list is found while somebody types. */
export const suppliersPath = '/console/new/suppliers'

/** A supplier that was chosen, and what its invoice still needs. */
export interface Picked {
  /** Undefined where only an agreement names it. */
  readonly number: string | undefined
  /** Every invoice with it was refused, or failed its rules. */
  readonly isRefused: boolean
  /** Paths of the request. */
  readonly missing: readonly string[]
}

/** The request with a known supplier instead of the one that it has. Undefined: it is not known. */
export async function withSupplier(
  { api }: Pick<Call, 'api'>,
  request: JsonValue,
  id: string,
): Promise<{ readonly request: JsonValue; readonly picked: Picked } | undefined> {
  try {
    const supplier = await api.call('retrieveSupplier', { params: { supplier_id: id } })
    const own = jsonIn(JSON.stringify(supplier.party)) ?? new Map<string, JsonValue>()
    return {
      request: withValue(request, [party], own),
      picked: {
        number: supplier.last_document_number ?? undefined,
        isRefused: supplier.last_status === 'REJECTED' || supplier.last_status === 'VALIDATION_FAILED',
        missing: supplier.missing.map((member) => `${party}.${member}`),
      },
    }
  } catch (error) {
    if (error instanceof SelfbillError && (error.status === 404 || error.status === 410)) return undefined
    throw error
  }
}

interface PickerState {
  readonly request: JsonValue
  /** Undefined: nobody asked for the search. */
  readonly search: string | undefined
  readonly picked: Picked | undefined
}

/** Above the fields of the supplier: a search, its result, and the facts of the chosen one. */
export async function supplierPicker(call: Call, draft: Draft, state: PickerState): Promise<Html> {
  const { say } = call
  const { request, search, picked } = state
  const isBlank = valueAt(request, [party]) === undefined
  const known = html`${picked !== undefined && pickedPart(call, draft, picked)}
${picked !== undefined && valueAt(request, accountSteps) === undefined && accountHint(call)}
${await agreementPart(call, draft, request)}`
  if (!isBlank && search === undefined) {
    return html`<div class="picker">${known}${findButton(say(supplierWords.other))}</div>`
  }
  const list = await supplierList(call, search === '' ? undefined : search)
  return html`<div class="picker" role="group" aria-label="${say(supplierWords.search)}">
<div class="field double"><label for="${fieldId(searchField)}">${say(supplierWords.search)}</label>
<input id="${fieldId(searchField)}" name="${searchField}" type="search" value="${search}" maxlength="100" dir="auto"\
 aria-describedby="${`${fieldId(searchField)}-hint`}" hx-get="${suppliersPath}" hx-trigger="input changed delay:300ms"\
 hx-include="this" hx-target="#suppliers" hx-swap="innerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">\
${searchMark({ button: 'suppliers', field: searchField, text: search })}\
<p class="hint" id="${`${fieldId(searchField)}-hint`}">${say(supplierWords.searchHint)}</p></div>
${findButton(say(supplierWords.find))}
<div id="suppliers" aria-live="polite">${list}</div>
${known}</div>`
}

function findButton(label: string): Html {
  return html`<div class="actions"><button type="submit" name="do" value="suppliers" formnovalidate\
 formaction="/console/new#party">${label}</button></div>`
}

/** Buttons that choose a supplier. Undefined where nothing was looked for and nobody is known. */
export async function supplierList(call: Call, search: string | undefined): Promise<Html | undefined> {
  const { api, say } = call
  const { items, next } = await foundSuppliers(api, search)
  if (items.length === 0) return search === undefined ? undefined : html`<p>${say(supplierWords.nothing)}</p>`
  return html`<ul class="picks" aria-label="${say(supplierWords.found)}">${items.map((one) => pick(call, one))}</ul>
${next !== null && html`<p class="hint">${say(supplierWords.more)}</p>`}`
}

/** Each request looks at a part of the names, so the first ones may find nothing. */
async function foundSuppliers(api: Call['api'], search: string | undefined) {
  let cursor: string | null = null
  for (let at = 0; at < requestsMax; at += 1) {
    const { items, next }: SupplierPage = await api.call('listSuppliers', {
      query: {
        limit: shownMax,
        ...(search !== undefined && { search }),
        ...(cursor !== null && { cursor }),
      },
    })
    cursor = next
    if (items.length > 0 || next === null) return { items, next }
  }
  return { items: [], next: cursor }
}

const shownMax = 8
const requestsMax = 5

function pick({ say, format }: Call, supplier: KnownSupplier): Html {
  const { supplier_id: id, name, trn, tin, last_document_number: number, last_issue_date: date } = supplier
  const known =
    number === null || date === null
      ? say(supplierWords.unbilled)
      : html`${say(supplierWords.last, { number })} ${format.date(date)}`
  return html`<li><button type="submit" name="do" value="${`pick-${id}`}" formnovalidate\
 formaction="/console/new#party"><bdi>${name}</bdi></button>
<span class="hint"><bdi dir="ltr">${trn ?? tin}</bdi> ${known}</span></li>`
}

/** The account belongs to the payment, not to the supplier: choosing one does not fill it in. */
function accountHint({ say }: Call): Html {
  return html`<p class="hint">${say(supplierWords.noAccount)}
<a href="#${fieldId(account)}">${say(supplierWords.account)}</a></p>`
}

const account = 'payment_means[0].payee_financial_account.id'
const accountSteps = stepsOf(account) ?? []

function pickedPart({ say }: Call, { family }: Draft, { number, isRefused, missing }: Picked): Html {
  const source = number === undefined ? say(supplierWords.filledInAgreed) : say(supplierWords.filledIn, { number })
  const from = html`${source}${isRefused && html` <strong>${say(supplierWords.refused)}</strong>`}`
  const fields = missingFields(missing, family)
  if (fields.length === 0) {
    return html`<p role="status">${from} ${badge('good', say(supplierWords.complete))}</p>`
  }
  const links = fields.map(
    ({ path, name }) =>
      html`<li>${
        name === undefined
          ? html`<code>${path}</code>`
          : html`<a href="#${fieldId(name)}">${placeWords(say, name, family) ?? name}</a>`
      }</li>`,
  )
  return html`<div role="status"><p>${from}</p><p>${badge('warning', say(supplierWords.missing))}</p>
<ul class="problems">${links}</ul></div>`
}

/** Each missing member as a field of the form; a missing object is all its mandatory fields. */
export function missingFields(missing: readonly string[], family: Draft['family']) {
  const found = missing.flatMap((path) => {
    const within = requiredWithin(path, family)
    if (within.length > 0) return within.map(({ name }) => ({ path, name }))
    return [{ path, name: fieldFor(path, family)?.name }]
  })
  return [...new Map(found.map((one) => [one.name ?? one.path, one])).values()]
}

/** The agreement on the issue date, of a supplier with a TIN. */
async function agreementPart(call: Call, { profileId }: Draft, request: JsonValue): Promise<Html | undefined> {
  const [tin, day] = [[party, 'tin'], ['issue_date']].map((steps) => valueAt(request, steps))
  if (typeof tin !== 'string' || typeof day !== 'string' || !/^1\d{9}$/.test(tin)) return undefined
  const { api, say, format } = call
  const { answer } = await attempt(call, () =>
    api.call('listAgreements', {
      query: { business_profile_id: profileId, supplier_tin: tin, valid_on: day, limit: 1 },
    }),
  )
  const [agreement] = answer?.items ?? []
  if (agreement === undefined) {
    // As with the warning: who records no agreements is not reminded of one.
    const any = answer && (await attempt(call, () => api.call('listAgreements', { query: { limit: 1 } })))
    const isRecorded = (any?.answer?.items.length ?? 0) > 0
    return isRecorded ? html`<p class="hint">${say(supplierWords.noAgreement)}</p>` : undefined
  }
  const { agreement_id: id, agreement_number: number, valid_from: from } = agreement
  return html`<p><a href="/console/settings/agreements/${id}">${say(supplierWords.agreement, { number })}</a>
${format.date(from)}</p>`
}
