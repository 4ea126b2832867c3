import type { Position } from '../../../store/overview/candidates.ts'
import type { OrderKey } from '../../../store/overview/overview-filter.ts'
import { List } from '../../request/lists.ts'

/** A place in a list, and the direction in which a page lies from it. */
export interface OverviewCursor {
  readonly isBackwards: boolean
  /** The order of the list that it belongs to. */
  readonly isAscending: boolean
  readonly orderKey: OrderKey
  readonly position: Position
}

/** The list is read in two directions and five orders, so its cursors say more than a place. */
export const overviewList = new List<OverviewCursor>({
  name: 'documents',
  write: ({ isBackwards, isAscending, orderKey, position: { id, key = '' } }) => [
    `${isBackwards ? 'b' : 'f'}${isAscending ? 'o' : 'n'}`,
    orderKey,
    id,
    key,
  ],
  read(values) {
    const [, direction, way, orderKey, id, key] = syntax.exec(values.join(' ')) ?? []
    if (id === undefined || key === undefined) return undefined
    const cursor = { isBackwards: direction === 'b', isAscending: way === 'o' }
    if (orderKey === 'creation' && key === '') return { ...cursor, orderKey, position: { id, key: undefined } }
    if (orderKey === 'day' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(key))
      return { ...cursor, orderKey, position: { id, key } }
    if (orderKey === 'number' && key !== '' && key.isWellFormed() && !key.includes('\0'))
      return { ...cursor, orderKey, position: { id, key } }
    if ((orderKey === 'change' || orderKey === 'amount') && /^-?[0-9]{1,15}$/.test(key)) {
      return { ...cursor, orderKey, position: { id, key: Number(key) } }
    }
    return undefined
  },
})

const syntax = /^([bf])([on]) (creation|day|change|amount|number) ([0-9a-f-]{36}) (.*)$/su
