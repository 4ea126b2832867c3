import { type Html, html } from '@selfbill/pint-ae/html'
import { memberPlace, nameOf } from '../../../api/openapi/places.ts'
import { withCode } from '../../parts/code-block.ts'
import type { Visit } from '../../route.ts'
import type { FieldRules } from './field-rules.ts'
import type { PlainSchema } from './plain-schema.ts'
import { referenceWords } from './reference-words.ts'

/** What a tree shows beside the schema itself. */
export interface TreeView {
  readonly say: Visit['say']
  readonly language: Visit['language']
  /** Empty: no rules are shown, as for an answer. */
  readonly rules: FieldRules
}

/**
 * The fields of a schema, nested. A named schema is a link to its own page, so that no page grows
 * beyond what a person can read.
 */
export function schemaTree(view: TreeView, schema: PlainSchema, places: readonly string[]): Html | undefined {
  const inner = fieldsOf(view, schema, places)
  return html`<p class="type">${typeLine(view, schema)}</p>${inner}`
}

function fieldsOf(view: TreeView, schema: PlainSchema, places: readonly string[]): Html | undefined {
  if (schema.items !== undefined)
    return fieldsOf(
      view,
      schema.items,
      places.map((place) => `${place}[]`),
    )
  const alternatives = (schema.anyOf ?? []).filter(hasFields)
  if (alternatives.length > 0) return html`${alternatives.map((one) => fieldsOf(view, one, places))}`
  const members = Object.entries(schema.properties ?? {})
  const { additionalProperties: other } = schema
  const others = typeof other === 'object' ? [['*', other] as const] : []
  if (members.length + others.length === 0) return undefined
  const required = new Set(schema.required)
  return html`<ul class="fields">${[...members, ...others].map(([name, member]) =>
    fieldItem(
      view,
      { name, schema: member, isRequired: required.has(name) },
      places.map((place) => memberPlace(place, name)),
    ),
  )}</ul>`
}

interface Field {
  readonly name: string
  readonly schema: PlainSchema
  readonly isRequired: boolean
}

function fieldItem(view: TreeView, { name, schema, isRequired }: Field, places: readonly string[]): Html {
  const inner = fieldsOf(view, schema, places)
  const line = html`<code class="strong">${name}</code> ${typeLine(view, schema)}${
    isRequired && html` <span class="needed">${view.say(referenceWords.required)}</span>`
  }`
  const hint = descriptionOf(view, schema)
  const whole =
    inner === undefined ? html`${line}${hint}` : html`<details><summary>${line}</summary>${hint}${inner}</details>`
  return html`<li>${whole}${rulesOf(view, places)}</li>`
}

function hasFields({ properties, items, anyOf }: PlainSchema): boolean {
  return properties !== undefined || (items !== undefined && hasFields(items)) || (anyOf ?? []).some(hasFields)
}

/** The sentence of the dictionary, in the language of the page, and a value. */
function descriptionOf({ say }: TreeView, { description, examples: [example] = [] }: PlainSchema): Html | undefined {
  if (description === undefined) return undefined
  const value =
    example !== undefined && html` <bdi>${say(referenceWords.example)} <code>${String(example)}</code></bdi>`
  return html`<p class="hint">${withCode(description)}${value}</p>`
}

/** Its type and its limits: `string, 1000 characters at most`. */
export function typeLine(view: Pick<TreeView, 'say'>, schema: PlainSchema): Html {
  const limits = limitsOf(view, schema)
  return html`<span class="type">${typeOf(view, schema)}${limits.map((limit) => html`, ${limit}`)}</span>`
}

function typeOf(view: Pick<TreeView, 'say'>, schema: PlainSchema): Html {
  const { say } = view
  const name = nameOf(schema)
  if (name !== undefined) return html`<a href="/reference/schemas/${name}"><code>${name}</code></a>`
  if (schema.items !== undefined) {
    const orNull = [schema.type].flat().includes('null') && html` ${say(referenceWords.or)} <code>null</code>`
    return html`${say(referenceWords.listOf)} ${typeLine(view, schema.items)}${orNull}`
  }
  if (schema.anyOf !== undefined) {
    const or = ` ${say(referenceWords.or)} `
    return html`${schema.anyOf.map((one, at) => html`${at > 0 && or}${typeLine(view, one)}`)}`
  }
  if (schema.enum !== undefined) {
    return html`${say(referenceWords.oneOf)} ${schema.enum.map((one) => html`<code>${String(one)}</code> `)}`
  }
  const [type = 'any', ...others] = [schema.type ?? []].flat()
  return html`<code>${type}${schema.format !== undefined && ` (${schema.format})`}</code>${others.map(
    (other) => html` ${say(referenceWords.or)} <code>${other}</code>`,
  )}`
}

function limitsOf({ say }: Pick<TreeView, 'say'>, schema: PlainSchema): readonly (Html | string)[] {
  const { minLength = 0, maxLength, minItems = 0, maxItems, pattern } = schema
  const bounds = [
    ['≥', schema.minimum],
    ['>', schema.exclusiveMinimum],
    ['≤', schema.maximum],
    ['<', schema.exclusiveMaximum],
    ['=', schema.default],
  ] as const
  return [
    ...(minLength > 1 ? [say(referenceWords.charactersMin, { count: minLength })] : []),
    ...(maxLength === undefined ? [] : [say(referenceWords.charactersMax, { count: maxLength })]),
    ...(minItems > 0 ? [say(referenceWords.itemsMin, { count: minItems })] : []),
    ...(maxItems === undefined ? [] : [say(referenceWords.itemsMax, { count: maxItems })]),
    ...bounds.flatMap(([sign, bound]) => {
      if (bound === undefined) return []
      const value = html`<bdi dir="ltr" class="figure">${sign === '=' ? '' : `${sign} `}${String(bound)}</bdi>`
      return [sign === '=' ? html`${say(referenceWords.otherwise)} ${value}` : value]
    }),
    ...(pattern === undefined || isAnyText(pattern) ? [] : [html`<code class="pattern">${pattern}</code>`]),
  ]
}

/** A pattern that only keeps control characters out is no news to anyone. */
function isAnyText(pattern: string): boolean {
  return pattern.includes('\\x00')
}

function rulesOf({ say, rules }: TreeView, places: readonly string[]): Html | undefined {
  const ids = [...new Set(places.flatMap((place) => rules.get(place) ?? []))].sort()
  if (ids.length === 0) return undefined
  const links = ids.slice(0, shownMax).map((id) => html`<a href="/console/rules/${id}">${id}</a> `)
  const rest = ids.length > shownMax && html`<a href="/console/rules?q=${places[0]}">+${ids.length - shownMax}</a>`
  return html`<p class="rules">${say(referenceWords.rules)} <bdi dir="ltr">${links}${rest}</bdi></p>`
}

/** The rest is a search in the catalogue. */
const shownMax = 6
