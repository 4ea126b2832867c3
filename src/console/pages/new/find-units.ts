import { content } from '../../route.ts'
import { unitList, unitSearchField, unitSearchMax, unitsPath } from '../drafts/unit-search.ts'

/** The units that a text finds, while somebody types it. */
export const findUnits = content({
  path: unitsPath,
  access: 'clerk',
  query: [unitSearchField, 'line', 'action'],
  async send(call) {
    const { line = '', action = '' } = call.query
    const search = call.query[unitSearchField]?.slice(0, unitSearchMax) ?? ''
    const isForm = /^\d{1,4}$/.test(line) && forms.test(action)
    const list = isForm ? String(unitList(call, { line: Number(line), search, action })) : ''
    // A part of a page: it is no page to open.
    const headers = { 'content-disposition': 'inline' }
    return { content: list, type: 'text/html; charset=utf-8', headers }
  },
})

/** Where a form of lines is sent: its buttons may lead nowhere else. */
const forms = /^\/console\/(new|documents\/[a-z-]+\/[\w-]+\/repair)$/
