import { type Html, html } from '@selfbill/pint-ae/html'
import { SelfbillError } from '../../../client/src/errors.ts'
import type { Form } from '../http/form.ts'
import type { Say } from '../language/language.ts'
import type { Sentence } from '../language/words.ts'

/**
 * What the fields of a settings form hold when its page is made. It goes along with the form, so
 * that a page which was open for long does not write back what others have changed since.
 */
export function formerValues(fields: Values): readonly Html[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    textsOf(value).map((text) => html`<input type="hidden" name="${formerName(name)}" value="${text}">`),
  )
}

export type Values = Readonly<Record<string, Value>>

/** Of a check box: whether it is ticked; of several of one name: those that are. */
type Value = string | boolean | readonly string[] | undefined

/** Whether the person has changed a field. A page without former values may have changed each. */
export function isChanged(form: Form, name: string): boolean {
  return !hasFormer(form, name) || asOne(form.texts(name)) !== asOne(form.texts(formerName(name)))
}

/** The members whose fields the person has changed: for a request that leaves the others alone. */
export function changedOnPage<Members extends object>(form: Form, sent: Members): Partial<Members> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isChanged(form, name))) as Partial<Members>
}

/** What is there now, with what the person has changed: for a request that replaces everything. */
export function withChanges<Members extends object>(form: Form, present: Members, sent: Members): Members {
  const kept = Object.entries(present).filter(([name]) => !isChanged(form, name))
  return { ...Object.fromEntries(kept), ...changedOnPage(form, sent) } as Members
}

/** Whether the page showed something else than what is there now. */
export function isOutdated(form: Form, present: Values): boolean {
  return Object.entries(present).some(
    ([name, value]) => hasFormer(form, name) && asOne(form.texts(formerName(name))) !== asOne(textsOf(value)),
  )
}

/**
 * A refusal of fields that the person has emptied, where the API would keep what they held.
 * `needed`: what to do instead.
 */
export function emptiedFields(
  { say }: { readonly say: Say },
  form: Form,
  needed: Readonly<Record<string, Sentence>>,
): SelfbillError | undefined {
  const emptied = Object.entries(needed).filter(([name]) => {
    return form.names.includes(name) && form.text(name) === undefined && form.text(formerName(name)) !== undefined
  })
  const [first] = emptied
  if (first === undefined) return undefined
  return new SelfbillError(
    422,
    say(first[1]),
    Object.fromEntries(emptied.map(([name, sentence]) => [name, say(sentence)])),
  )
}

function formerName(name: string): string {
  return `former_${name}`
}

function hasFormer(form: Form, name: string): boolean {
  return form.names.includes(formerName(name))
}

/** As a browser sends it. One of them blank says that there was nothing. */
function textsOf(value: Value): readonly string[] {
  if (typeof value === 'boolean') return [value ? 'yes' : '']
  if (value === undefined || typeof value === 'string') return [value ?? '']
  return value.length === 0 ? [''] : value
}

/** In any order, and without line ends and outer blanks: a field of one line has none. */
function asOne(texts: readonly string[]): string {
  const plain = texts.map((text) => text.replaceAll(/[\r\n]/g, '').trim()).filter((text) => text !== '')
  return JSON.stringify(plain.toSorted())
}
