import { integer } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import type { StoredDocument } from './document-row.ts'

/**
 * The network that has a document in its present revision: the sandbox if it received any of its
 * transmissions, another one if it received them. Undefined while no network has it.
 */
export async function networkOf(db: Database, { orgId, id }: StoredDocument): Promise<'sandbox' | 'real' | undefined> {
  const [row] = await db.query(
    sql(
      `select count(s.received_at) as simulated, count(l.submitted_at) as received
       from documents d join legs l on l.org_id = d.org_id and l.document_id = d.id and l.revision = d.revision
       left join sandbox_transmissions s on s.transmission_uuid = l.transmission_uuid
       where d.org_id = $1 and d.id = $2`,
      orgId,
      id,
    ),
  )
  if (row === undefined) return undefined
  if (integer(row, 'simulated') > 0) return 'sandbox'
  return integer(row, 'received') > 0 ? 'real' : undefined
}
