import { leaf, Problem } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import type { OrderKey, Position } from '../../../store/overview/candidates.ts'

/** A place in a list, and the direction in which a page lies from it. */
export interface OverviewCursor {
  readonly isBackwards: boolean
  /** The order of the list that it belongs to. */
  readonly isAscending: boolean
  readonly orderKey: OrderKey
  readonly position: Position
}

/** Opaque text for callers. */
export function writeOverviewCursor({ isBackwards, isAscending, orderKey, position }: OverviewCursor): string {
  const direction = `${isBackwards ? 'b' : 'f'}${isAscending ? 'o' : 'n'}`
  return Buffer.from(`${direction} ${orderKey} ${position.id} ${position.key ?? ''}`).toString('base64url')
}

export function overviewCursorParameter() {
  return leaf<OverviewCursor>({ type: 'string', minLength: 1 }, (value, field) => {
    const cursor = typeof value === 'string' ? readOverviewCursor(value) : undefined
    return cursor ?? new Problem(message('must_be_list_cursor', { field }))
  })
}

function readOverviewCursor(written: string): OverviewCursor | undefined {
  if (written.length > cursorCharactersMax) return undefined
  const [, direction, way, orderKey, id, key] = syntax.exec(Buffer.from(written, 'base64url').toString()) ?? []
  if (id === undefined || key === undefined) return undefined
  const cursor = { isBackwards: direction === 'b', isAscending: way === 'o' }
  if (orderKey === 'creation' && key === '') return { ...cursor, orderKey, position: { id, key: undefined } }
  if (orderKey === 'day' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(key))
    return { ...cursor, orderKey, position: { id, key } }
  if (orderKey === 'change' && /^[0-9]{1,15}$/.test(key)) {
    return { ...cursor, orderKey, position: { id, key: Number(key) } }
  }
  return undefined
}

const cursorCharactersMax = 200
const syntax = /^([bf])([on]) (creation|day|change) ([0-9a-f-]{36}) ([0-9-]*)$/
