import { answerObject, leaf, optional, orNull, Problem, Type } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import type { TSchema } from 'typebox'
import { notBlank, wholeNumber } from './parameters.ts'

/**
 * The one shape of every list that is ours: `items` and `next`, asked for with `limit` and
 * `cursor`. A page begins after a row, by the key that orders the list, so rows that come or go do
 * not shift it. Only the families have pages by number (paging.ts). Source: docs/decisions/0149.
 */
export function listOf<Item extends TSchema>(name: string, item: Item) {
  return answerObject(name, listMembers(item))
}

/** The members of a list that says more. */
export function listMembers<Item extends TSchema>(item: Item) {
  return { items: Type.Array(item), next: orNull(Type.String()) }
}

/** A short list, answered whole: it has no parameters of a page. */
export function wholeList<Item>(items: readonly Item[]) {
  return { items: [...items], next: null }
}

/**
 * A list in the order of a key: columns that are texts or whole numbers. `listBy('users',
 * 'integer', 'text')` is ordered by two columns.
 */
export function listBy<const Kinds extends readonly Kind[]>(name: string, ...kinds: Kinds): List<PlaceOf<Kinds>> {
  const isPlace = (values: readonly unknown[]): values is PlaceOf<Kinds> =>
    values.length === kinds.length &&
    kinds.every((kind, at) => (kind === 'text' ? isKeyText(values[at]) : Number.isSafeInteger(values[at])))
  return new List({ name, write: (place) => place, read: (values) => (isPlace(values) ? values : undefined) })
}

type Kind = 'text' | 'integer'
type PlaceOf<Kinds extends readonly Kind[]> = {
  readonly [At in keyof Kinds]: Kinds[At] extends 'text' ? string : number
}

/** PostgreSQL refuses the character U+0000. */
function isKeyText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
}

/** A list that is read page by page: its parameters, its cursors and its pages. */
export class List<Place> {
  readonly parameters
  readonly #places: Places<Place>

  constructor(places: Places<Place>) {
    this.#places = places
    this.parameters = { limit: limitParameter(), cursor: optional(notBlank(cursorParameter(places))) }
  }

  /** Opaque text for callers: the name of the list and the place. */
  cursorAt(place: Place): string {
    const { name, write } = this.#places
    return Buffer.from(JSON.stringify([name, ...write(place)])).toString('base64url')
  }

  /**
   * A page. `read` gets one row more than asked for, to see whether there are more; `placeOf` is
   * the place of a row, after which the next page begins.
   */
  async page<Row>(
    { limit = limitDefault, cursor: after }: Asked<Place>,
    read: (page: Page<Place>) => Promise<readonly Row[]>,
    placeOf: (row: Row) => Place,
  ): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
    const found = await read({ after, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const last = found.length > rows.length ? rows.at(-1) : undefined
    return { rows, next: last === undefined ? null : this.cursorAt(placeOf(last)) }
  }
}

/** How a cursor of a list has a place: as texts and whole numbers, after the name of the list. */
interface Places<Place> {
  readonly name: string
  readonly write: (place: Place) => readonly (string | number)[]
  readonly read: (values: readonly unknown[]) => Place | undefined
}

interface Asked<Place> {
  readonly limit?: number | undefined
  readonly cursor?: Place | undefined
}

interface Page<Place> {
  readonly after: Place | undefined
  readonly limit: number
}

function limitParameter() {
  return optional(notBlank(wholeNumber({ min: 1, max: limitMax, default: limitDefault })))
}

export const limitDefault = 50
const limitMax = 100

function cursorParameter<Place>({ name, read }: Places<Place>) {
  return leaf<Place>({ type: 'string', minLength: 1 }, (value, field) => {
    const [list, ...values] = typeof value === 'string' ? valuesIn(value) : []
    const place = list === name ? read(values) : undefined
    return place ?? new Problem(message('must_be_list_cursor', { field }))
  })
}

function valuesIn(cursor: string): readonly unknown[] {
  if (cursor.length > cursorCharactersMax) return []
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}

const cursorCharactersMax = 1_000
