import { businessTerms, type FieldWords, termsOf } from '@selfbill/pint-ae/dictionary'
import type { CatalogueRule } from '@selfbill/pint-ae/rulebook'
import type { PlainSchema } from '../../api/openapi/generator-form.ts'
import { memberPlace, placesInRequests } from '../../api/openapi/places.ts'
import { componentSchemas } from '../../api/openapi/schemas.ts'
import type { Config } from '../../config/config.ts'
import { dictionary } from '../../features/dictionary.ts'
import { operations } from '../../features/index.ts'
import { openCatalogue } from '../../rules/open-rulebook.ts'
import { rulebookOptionsOf } from '../../service/rulebook.ts'
import { type JsonOption, printJson } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { type ExplainedError, errorNamed } from './explained-errors.ts'
import { ruleFacts, rulesNamed } from './explained-rules.ts'
import { ruleDetails } from './print-rules.ts'

/**
 * Prints what a name means: the fields that a path, the end of a path, or a business term names, a
 * rule, and an error.
 */
export async function explain(
  terminal: Terminal,
  config: Config,
  asked: string,
  { json }: JsonOption,
): Promise<number> {
  const found = fieldsNamed(asked)
  const error = errorNamed(asked)
  const catalogue = await openCatalogue(rulebookOptionsOf(config))
  const rules = rulesNamed(asked, catalogue)
  if (found.length === 0 && rules.length === 0 && error === undefined) {
    terminal.warn(`nothing is called ${asked}; try tin, document_lines.quantity, IBT-129, IBR-128-AE or must_be_date`)
    return 1
  }
  if (json === true) {
    for (const field of found) printJson(terminal, factsOf(field, catalogue))
    for (const rule of rules) printJson(terminal, ruleFacts(rule))
    if (error !== undefined) printJson(terminal, error)
    return 0
  }
  const shown = found.slice(0, shownMax).map((field) => details(factsOf(field, catalogue)))
  const errors = error === undefined ? [] : [errorDetails(error)]
  terminal.print([...shown, ...rules.map(ruleDetails), ...errors].join('\n'))
  const hidden = found.length - shownMax
  if (hidden > 0)
    terminal.print(`${hidden} more; name a longer path, or a schema such as ${found[0]?.schemas[0]}.${asked}`)
  return 0
}

function errorDetails({ id, status, message, values, what_to_do: advice }: ExplainedError): string {
  return [
    `${id}: ${message.en}`,
    `  ${message.ar}`,
    ...(status === null ? [] : [`  status   ${status}`]),
    ...(values.length === 0 ? [] : [`  values   ${values.join(', ')}`]),
    `  to do    ${advice}`,
    '',
  ].join('\n')
}

const shownMax = 10

/** Fields of several schemas that one row of the dictionary describes. */
interface ExplainedField {
  readonly name: string
  readonly words: FieldWords | undefined
  readonly schemas: readonly string[]
  /** Where it is in the request of a document; empty for a field of another body or answer. */
  readonly places: readonly string[]
  readonly terms: readonly string[]
  readonly plain: PlainSchema
}

/** Requests come before answers; an empty list if nothing has this name. */
export function fieldsNamed(asked: string): readonly ExplainedField[] {
  const isTerm = /^(ib[gt]|btae)-/i.test(asked)
  const wanted = asked
    .toLowerCase()
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('.')
  const isNamed = (place: string) =>
    isTerm ? termAt(place) === asked.toUpperCase() : endsWith(place.toLowerCase(), wanted)
  const found = everyField().flatMap((field) => {
    const near = field.places.filter(isNamed)
    const isElsewhere = isTerm
      ? field.places.length === 0 && field.terms.includes(asked.toUpperCase())
      : field.schemas.some((one) => isNamed(`${one}.${field.name}`))
    const terms = near.flatMap((place) => termAt(place) ?? [])
    return near.length > 0 || isElsewhere ? [{ ...field, places: near, ...(near.length > 0 && { terms }) }] : []
  })
  return [...Map.groupBy(found, ({ words, name }) => words ?? name).values()].flatMap(together)
}

/** The first one describes all; requests come before answers, because they have places. */
function together(fields: readonly ExplainedField[]): readonly ExplainedField[] {
  const [first, ...others] = fields.toSorted((one, other) => other.places.length - one.places.length)
  if (first === undefined) return []
  return [
    {
      ...first,
      schemas: fields.flatMap(({ schemas }) => schemas),
      places: [...new Set(fields.flatMap(({ places }) => places))],
      terms: [...new Set([first, ...others].flatMap(({ terms }) => terms))],
    },
  ]
}

function termAt(place: string): string | undefined {
  return businessTerms[place.replaceAll('[]', '')]
}

/** A step may be the end of a name: `lines.quantity` is `document_lines[].quantity`. */
function endsWith(place: string, wanted: readonly string[]): boolean {
  const steps = place.replaceAll('[]', '').split('.').slice(-wanted.length)
  return (
    steps.length === wanted.length &&
    steps.every((step, at) => step === wanted[at] || (at < steps.length - 1 && step.endsWith(`_${wanted[at]}`)))
  )
}

function everyField(): readonly ExplainedField[] {
  const schemas = componentSchemas(operations, dictionary)
  const places = placesInRequests(schemas)
  return Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties).map(([name, plain]) => ({
      name,
      words: dictionary.wordsOf(schema, name),
      schemas: [schema],
      places: [...(places.get(schema) ?? [])].map((place) => memberPlace(place, name)),
      terms: termsOf(schema, name),
      plain,
    })),
  )
}

/** With the rules that read the field, of those that are given. */
export function factsOf(
  { name, words, schemas, places, terms, plain }: ExplainedField,
  rules: readonly Pick<CatalogueRule, 'id' | 'fields'>[],
) {
  const reading = rules.filter(({ fields }) => fields.some((one) => places.includes(one))).map(({ id }) => id)
  const description = { en: words?.en ?? '', ar: words?.ar.replaceAll('`', '') ?? '' }
  const example = words?.example ?? null
  return {
    name,
    description,
    fields: places,
    schemas,
    type: typeOf(plain),
    terms,
    example,
    rules: [...new Set(reading)],
  }
}

function details({ name, description, fields, schemas, type, terms, example, rules }: ReturnType<typeof factsOf>) {
  const rows = [
    ['fields', fields.join('\n           ')],
    ['schemas', schemas.join(', ')],
    ['type', type],
    ['terms', terms.join(', ')],
    ['example', example === null ? '' : String(example)],
    ['rules', rules.join(' ')],
  ] as const
  return [
    `${name}: ${description.en}`,
    `  ${description.ar}`,
    ...rows.filter(([, value]) => value !== '').map(([title, value]) => `  ${title.padEnd(8)} ${value}`),
    '',
  ].join('\n')
}

/** `string, at most 1000 characters`, or the name of the schema. */
function typeOf({ $ref, type, format, enum: values, items, anyOf, ...limits }: PlainSchema): string {
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? ''
  if (items !== undefined) return `list of ${typeOf(items)}`
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (values !== undefined) return `one of ${values.join(', ')}`
  const bounds = [
    ['at most', limits.maxLength, ' characters'],
    ['at least', limits.minimum, ''],
    ['above', limits.exclusiveMinimum, ''],
    ['at most', limits.maximum, ''],
    ['below', limits.exclusiveMaximum, ''],
  ] as const
  const written = bounds.flatMap(([word, bound, unit]) => (bound === undefined ? [] : [`${word} ${bound}${unit}`]))
  const named = [type ?? 'any value'].flat().join(' or ')
  return [format === undefined ? named : `${named} (${format})`, ...written].join(', ')
}
