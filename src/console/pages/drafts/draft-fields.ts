import { type Html, html } from '@selfbill/pint-ae/html'
import type { Call } from '../../route.ts'
import { type Family, isPurchase } from '../documents/family.ts'
import { draftWords } from './draft-words.ts'
import { documentFields, type FormField, isAbroad, lineFields, partyFields, paymentFields } from './fields.ts'
import { type FilledIn, fieldOf } from './form-field.ts'
import { lineActions } from './line-actions.ts'
import { partyLabel } from './place.ts'
import { openButton, openSection, sectionParts } from './sections/section-part.ts'
import { documentSections, lineSection, listsIn, type SectionName } from './sections/sections.ts'
import { unitSearch, unitSearchButton } from './unit-search.ts'
import { unitWords } from './unit-words.ts'

/** The fields of a document in groups. Buttons add and remove lines, so no script is needed. */
export function draftFields(call: Call, family: Family, shown: FilledIn): Html {
  const { say } = call
  const { lines, action, help } = shown
  const one = (declared: FormField) => fieldOf(call, declared, shown)
  const lists = listsIn(shown.request)
  const isForeign = isAbroad(shown.request, family)
  const parties = partyFields(family, isForeign)
  const sections = new Map(documentSections(family, lists).map((own) => [own.id, own]))
  const named = (...ids: readonly SectionName[]) =>
    sectionParts(
      call,
      family,
      ids.flatMap((id) => sections.get(id) ?? []),
      shown,
    )
  const explained = (fields: readonly FormField[]) => lines.length <= explainedLinesMax && help(call, family, fields)
  const isOpen = (at: number) => shown.open.includes(`line-${at}`)
  const lineButtons = (at: number) => {
    const more = !isOpen(at) && openButton(call, family, lineSection(lists, at), shown)
    const remove =
      lines.length > 1 &&
      html`<button type="submit" name="do" value="remove-${at}" formnovalidate\
 formaction="${`${action}#lines`}">${say(draftWords.removeLine, { line: at + 1 })}</button>`
    return html`<div class="actions line-actions">${unitSearchButton(call, at, action)}${more}${remove}</div>`
  }
  const line = (at: number, place: number) =>
    group(
      say(draftWords.lineTitle, { line: at + 1 }),
      [
        ...lineFields(at)
          .filter((declared) => isShown(declared, at, shown))
          // A hint is read once.
          .map(({ hint, ...declared }) => one({ ...declared, ...(place === 0 && hint !== undefined && { hint }) })),
        place === 0 && explained(lineFields(at)),
        shown.unitSearch?.line === at && unitSearch(call, { line: at, search: shown.unitSearch.text, action }),
        isOpen(at) && openSection(call, lineSection(lists, at), shown),
        lineButtons(at),
      ],
      `line-${at}`,
    )
  return html`<p class="hint">${say(draftWords.required)}</p>
${group(say(draftWords.documentPart), [
  ...documentFields(family).map((declared) =>
    one(declared.name === 'document_number' ? { ...declared, hint: shown.numberHint } : declared),
  ),
  explained(documentFields(family)),
])}
${named('references', 'supply', 'transaction')}
${group(
  say(partyLabel(family)),
  [shown.picker ?? false, isForeign && abroad(call, family), ...parties.map(one), explained(parties)],
  'party',
)}
${named('more')}
<div class="line-groups" id="lines">${lines.map(line)}</div>
${lineActions(call, shown)}
${shown.billed}
${named('amounts')}
${shown.totals}
${group(say(draftWords.payment), [...paymentFields.map(one), explained(paymentFields)])}
${named('paying', 'payee')}
${shown.files}
${proposals(call)}`
}

function abroad({ say }: Call, family: Family): Html {
  return isPurchase(family)
    ? html`<p class="notice warning whole">${say(draftWords.foreignSupplier)}</p>`
    : html`<p class="hint whole">${say(draftWords.foreignCustomer)}</p>`
}

/** Fields of one VAT category show when it is chosen, or when they have a value. */
function isShown({ name, category }: FormField, line: number, { form, problems }: FilledIn): boolean {
  if (category === undefined || form.text(name) !== undefined || problems.has(name)) return true
  return form.text(`document_lines[${line}].classified_tax_category.id`) === category
}

function group(title: string, fields: readonly (Html | false)[], id?: string): Html {
  return html`<fieldset class="card" id="${id}"><legend class="unseen">${title}</legend>\
<h2 aria-hidden="true">${title}</h2>
<div class="draft-fields">${fields}</div></fieldset>`
}

/** What browsers propose while a person types. Other codes can be typed too. */
function proposals({ say, language }: Call): Html {
  const ofUnits = unitCodes.map((code) => html`<option value="${code}">${say(unitWords[code])}</option>`)
  const ofCurrencies = currencies.map((code) => html`<option value="${code}"></option>`)
  return html`<datalist id="units">${ofUnits}</datalist><datalist id="currencies">${ofCurrencies}</datalist>\
<datalist id="countries">${countriesIn(language)}</datalist>`
}

/** Neighbours and trading partners. Any other code can be typed. */
const commonCountries = 'AE SA OM QA KW BH EG IN PK CN GB DE FR US'

function countriesIn(language: Call['language']): readonly Html[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return commonCountries.split(' ').map((code) => html`<option value="${code}">${names.of(code)}</option>`)
}

/** What most lines have; the search in a line finds the others. */
const unitCodes = [
  'EA',
  'SET',
  'DZN',
  'XPK',
  'XBX',
  'XCT',
  'XBG',
  'KGM',
  'TNE',
  'LTR',
  'MTR',
  'MTK',
  'MTQ',
  'HUR',
  'DAY',
  'WEE',
  'MON',
  'ANN',
  'KWH',
  'E48',
  'LS',
] as const satisfies readonly (keyof typeof unitWords)[]

const currencies = ['AED', 'USD', 'EUR', 'GBP', 'SAR', 'QAR', 'KWD', 'BHD', 'OMR', 'INR', 'CNY'] as const

/** With more lines the page would be heavier than 100 kB, and its reader has filled in some. */
const explainedLinesMax = 3
