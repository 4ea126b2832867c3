import { content } from '../../route.ts'
import { searchField, supplierList, suppliersPath } from '../drafts/supplier-picker.ts'

/** The known suppliers that a text finds, while somebody types it. */
export const findSuppliers = content({
  path: suppliersPath,
  access: 'clerk',
  query: [searchField],
  async send(call) {
    const list = await supplierList(call, call.query[searchField]?.slice(0, 100))
    // A part of a page: it is no page to open.
    const headers = { 'content-disposition': 'inline' }
    return { content: String(list ?? ''), type: 'text/html; charset=utf-8', headers }
  },
})
