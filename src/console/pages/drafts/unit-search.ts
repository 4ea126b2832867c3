import { codeListNamed, fold, namedUnits, unitName, unitSpellings } from '@selfbill/pint-ae/code-lists'
import { type Html, html } from '@selfbill/pint-ae/html'
import { words } from '../../language/words.ts'
import { fieldId } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import { searchMark } from './enter-button.ts'
import { unitWords } from './unit-words.ts'

// Finds the unit of a line by its code or its name, in either language, among all allowed ones.

const unitSearchWords = words('unit-search', {
  open: { en: 'Find a unit', ar: 'بحث عن وحدة' },
  search: { en: 'Unit of line {line}', ar: 'وحدة البند {line}' },
  hint: {
    en: 'A name in English or Arabic, or a code. Rarer units are found by their code alone.',
    ar: 'اسم بالعربية أو الإنجليزية، أو رمز. الوحدات النادرة تُعرف برمزها فقط.',
  },
  find: { en: 'Find units', ar: 'بحث عن الوحدات' },
  found: { en: 'Units', ar: 'الوحدات' },
  nothing: { en: 'No unit matches.', ar: 'لا توجد وحدة مطابقة.' },
  more: { en: 'There are more. Type more of the name or code.', ar: 'توجد وحدات أخرى. اكتب المزيد من الاسم أو الرمز.' },
})

/** The name of the search field. */
export const unitSearchField = 'unit_search'
export const unitSearchMax = 60
/** Where the list is found while somebody types. */
export const unitsPath = '/console/new/units'

interface SearchedLine {
  readonly line: number
  readonly search: string
  /** Where the form is sent. */
  readonly action: string
}

export function unitSearchButton({ say }: Pick<Call, 'say'>, line: number, action: string): Html {
  return html`<button class="quiet" name="do" value="${`units-${line}`}" formnovalidate\
 formaction="${`${action}#line-${line}`}">${say(unitSearchWords.open)}</button>`
}

/** In its line: the search and what it finds. */
export function unitSearch(call: Call, { line, search, action }: SearchedLine): Html {
  const { say } = call
  const id = fieldId(unitSearchField)
  const live = `${unitsPath}?${new URLSearchParams({ line: String(line), action })}`
  return html`<div class="picker whole"><div class="field"><label for="${id}">\
${say(unitSearchWords.search, { line: line + 1 })}</label>
<input id="${id}" name="${unitSearchField}" type="search" value="${search}" maxlength="${unitSearchMax}" dir="auto"\
 aria-describedby="${`${id}-hint`}" hx-get="${live}" hx-trigger="input changed delay:300ms"\
 hx-include="this" hx-target="#found-units" hx-swap="innerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">\
${searchMark({ button: `units-${line}`, field: unitSearchField, text: search })}\
<p class="hint" id="${`${id}-hint`}">${say(unitSearchWords.hint)}</p></div>
<div class="actions"><button type="submit" name="do" value="${`units-${line}`}" formnovalidate\
 formaction="${`${action}#line-${line}`}">${say(unitSearchWords.find)}</button></div>
<div id="found-units" aria-live="polite">${unitList(call, { line, search, action })}</div></div>`
}

/** Buttons that choose a unit for the line. */
export function unitList({ say }: Pick<Call, 'say'>, { line, search, action }: SearchedLine): Html {
  const found = unitsFound(search)
  if (found.length === 0) return html`<p>${say(unitSearchWords.nothing)}</p>`
  const picks = found.slice(0, shownMax).map((code) => {
    const name = namesIn(code)
      .filter((one) => one !== code)
      .map((one) => html`<bdi>${one}</bdi>`)
    return html`<li><button type="submit" name="do" value="${`unit-${line}-${code}`}" formnovalidate\
 formaction="${`${action}#line-${line}`}"><bdi dir="ltr">${code}</bdi></button>
<span class="hint">${name.flatMap((one, at) => (at === 0 ? [one] : [' · ', one]))}</span></li>`
  })
  return html`<ul class="picks" aria-label="${say(unitSearchWords.found)}">${picks}</ul>
${found.length > shownMax && html`<p class="hint">${say(unitSearchWords.more)}</p>`}`
}

const shownMax = 8

export function isUnit(code: string): boolean {
  return allCodes.has(code)
}

/** The best match first; without a text the most used units. */
export function unitsFound(text: string): readonly string[] {
  const wanted = fold(text)
  if (wanted === '') return named
  const ranked = candidates().flatMap(({ code, texts }) => {
    const rank = Math.min(...texts.map((one) => rankOf(one, wanted)))
    return rank < noMatch ? [{ code, rank }] : []
  })
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ code }) => code)
}

function rankOf(text: string, wanted: string): number {
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  return text.includes(wanted) ? 2 : noMatch
}

const noMatch = 3

const allCodes: ReadonlySet<string> = new Set(codeListNamed('units')?.codes.map(({ code }) => code))
const named = namedUnits().filter((code) => allCodes.has(code))

interface Candidate {
  readonly code: string
  /** How people write it, without what makes no difference. */
  readonly texts: readonly string[]
}

const spellings: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(unitSpellings))

let kept: readonly Candidate[] | undefined

/** Units with a name come first. Made with the first search, so that no start waits for it. */
function candidates(): readonly Candidate[] {
  if (kept !== undefined) return kept
  const textsOf = (code: string) => [code, ...namesIn(code), ...(spellings.get(code) ?? [])]
  kept = [...new Set([...named, ...allCodes])].map((code) => ({ code, texts: [...new Set(textsOf(code).map(fold))] }))
  return kept
}

/** Its names in English and Arabic: as the form has them, and as the printed page has them. */
function namesIn(code: string): readonly string[] {
  const inForm = formNames.get(code)
  const names = [inForm?.en, unitName(code, 'en'), inForm?.ar, unitName(code, 'ar')]
  const first = new Map<string, string>()
  for (const name of names) if (typeof name === 'string' && !first.has(fold(name))) first.set(fold(name), name)
  return [...first.values()]
}

const formNames = new Map<string, { readonly en: unknown; readonly ar: unknown }>(Object.entries(unitWords))
