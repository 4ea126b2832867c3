import { type Html, html } from '@selfbill/pint-ae/html'
import { withCode } from './code-block.ts'

/**
 * A field of a form with its label, hint and message. The message belongs to the field for a screen
 * reader too.
 */
export function field(name: string, label: string, options: FieldOptions = {}): Html {
  const {
    value,
    type = 'text',
    isRequired = false,
    maxLength,
    autocomplete = 'off',
    direction = 'auto',
    list,
  } = options
  return wrapped(
    name,
    label,
    options,
    (described) =>
      html`<input id="${fieldId(name)}" name="${name}" type="${type}" value="${value}" required="${isRequired}"\
 maxlength="${maxLength}" autocomplete="${autocomplete !== 'form' && autocomplete}" dir="${direction}" list="${list}"\
 inputmode="${options.isDecimal === true && 'decimal'}"\
 aria-invalid="${options.problem !== undefined && 'true'}" aria-describedby="${described}">`,
  )
}

/** A choice among options. */
export function choice(name: string, label: string, choices: readonly Choice[], options: FieldOptions = {}): Html {
  return wrapped(name, label, options, (described) => {
    const shown = choices.map(
      ({ value, label }) => html`<option value="${value}" selected="${value === options.value}">${label}</option>`,
    )
    return html`<select id="${fieldId(name)}" name="${name}" required="${options.isRequired === true}"\
 aria-invalid="${options.problem !== undefined && 'true'}" aria-describedby="${described}">${shown}</select>`
  })
}

/** Text of several lines, such as JSON. */
export function longText(name: string, label: string, options: FieldOptions & { readonly rows?: number } = {}): Html {
  return wrapped(
    name,
    label,
    options,
    (described) =>
      html`<textarea id="${fieldId(name)}" name="${name}" rows="${options.rows ?? 6}"\
 required="${options.isRequired === true}" dir="${options.direction ?? 'auto'}" spellcheck="false"\
 aria-invalid="${options.problem !== undefined && 'true'}" aria-describedby="${described}">
${options.value}</textarea>`,
  )
}

export interface FieldOptions {
  readonly value?: string | undefined
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'search' | 'file'
  readonly hint?: string
  /** What is wrong with the value. */
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  /** Telephones show their digits. */
  readonly isDecimal?: boolean
  /** Takes the room of two fields beside others. */
  readonly isWide?: boolean
  readonly maxLength?: number
  /** `off` when absent; `form`: the form says it for all its fields. */
  readonly autocomplete?: string
  /** The id of a `datalist` with proposals. */
  readonly list?: 'units' | 'currencies' | 'countries' | 'frequencies' | 'organisations'
  /** `ltr` for ids, numbers and addresses. */
  readonly direction?: 'auto' | 'ltr'
}

export interface Choice {
  readonly value: string
  readonly label: string
}

function wrapped(
  name: string,
  label: string,
  { hint, problem, isWide }: FieldOptions,
  control: (described: string | undefined) => Html,
): Html {
  const id = fieldId(name)
  const parts = [...(hint === undefined ? [] : [`${id}-hint`]), ...(problem === undefined ? [] : [`${id}-problem`])]
  // The style sheet marks the label of a required control.
  return html`<div class="${isWide === true ? 'field double' : 'field'}">
<label for="${id}">${label}</label>
${control(parts.length === 0 ? undefined : parts.join(' '))}\
${hint !== undefined && html`<p class="hint" id="${id}-hint">${withCode(hint)}</p>`}\
${problem !== undefined && html`<p class="problem" id="${id}-problem"><bdi>${problem}</bdi></p>`}</div>`
}

/** The field's path as an id: `postal_address.city_name` → `f-postal_address-city_name`. */
export function fieldId(name: string): string {
  return `f-${name.replaceAll(/[^\w-]+/g, '-')}`
}
