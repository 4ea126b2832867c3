import { answerObject, orNull, Type } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { orderKeyOf, type Position } from '../../../store/overview/candidates.ts'
import type { OrderKey } from '../../../store/overview/overview-filter.ts'
import { candidatesMax, type OverviewPage, overviewPage } from '../../../store/overview/overview-page.ts'
import { overviewRows } from '../../../store/overview/overview-rows.ts'
import { ok } from '../../answer/answers.ts'
import { oneFieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { limitDefault, listMembers } from '../../request/lists.ts'
import { type OverviewCursor, overviewList } from './overview-cursor.ts'
import { filterOf, filterParameters, isAscendingOrder } from './overview-parameters.ts'
import { OverviewItem, overviewItem } from './overview-schemas.ts'

// One list for all families, in pages: what people look through, and what a client follows.

const ListedDocumentPage = answerObject('ListedDocumentPage', {
  ...listMembers(OverviewItem),
  previous: orNull(Type.String()),
  is_partial: Type.Optional(Type.Literal(true)),
  is_index_incomplete: Type.Optional(Type.Literal(true)),
})

/** Documents of all families in one list. Source: docs/decisions/0070. */
export const listAllDocuments = operation({
  id: 'listDocuments',
  method: 'GET',
  path: '/api/documents',
  summary: 'List documents of all families',
  description:
    'In the order of `sort`; without it in the order of their creation, with `from` or `to` of their issue dates, ' +
    `with \`changed_since\` of their changes. Amounts are compared as numbers, whatever their currency. One ` +
    `request looks at ${candidatesMax} documents at most: a search that finds too little ` +
    'among them answers what it has, with `is_partial`, and `next` continues it.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: {
    ...filterParameters,
    ...overviewList.parameters,
  },
  answers: {
    200: {
      description: 'A page of documents',
      type: 'application/json',
      schema: ListedDocumentPage,
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { cursor, limit = limitDefault } = query
    const isAscending = isAscendingOrder(query.order)
    const filter = filterOf(query)
    const listed = { isAscending, orderKey: orderKeyOf(filter) }
    if (cursor !== undefined) requireSameOrder(cursor, listed)
    const { orgId } = account
    const page = await overviewPage(parts.store.database, {
      orgId,
      filter,
      isAscending: isAscending !== (cursor?.isBackwards ?? false),
      after: cursor?.position,
      size: limit,
    })
    const found = cursor?.isBackwards === true ? page.found.toReversed() : page.found
    const rows = await overviewRows(
      parts.store.database,
      orgId,
      found.map(({ id }) => id),
    )
    return ok({
      items: rows.map(overviewItem),
      ...cursorsOf({ ...page, found }, listed, cursor),
      ...(page.isPartial && { is_partial: true as const }),
      ...(!page.isIndexed && { is_index_incomplete: true as const }),
    })
  },
})

interface Listed {
  readonly isAscending: boolean
  readonly orderKey: OrderKey
}

function requireSameOrder({ isAscending, orderKey }: OverviewCursor, listed: Listed): void {
  if (isAscending === listed.isAscending && orderKey === listed.orderKey) return
  throw oneFieldFault('parameter_invalid', 'cursor', message('cursor_of_other_order'))
}

/** On the side that the page came from there is always something; on the other, the rest. */
function cursorsOf({ found, rest }: OverviewPage, listed: Listed, cursor: OverviewCursor | undefined) {
  const write = (position: Position | undefined, isBackwards: boolean) =>
    position === undefined ? null : overviewList.cursorAt({ ...listed, isBackwards, position })
  const came = cursor?.position
  if (cursor?.isBackwards === true) {
    return { next: write(found.at(-1) ?? came, false), previous: write(rest, true) }
  }
  return { next: write(rest, false), previous: write(came && (found[0] ?? came), true) }
}
