import { onlyRow, text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/** The key that signs unsubscribe addresses; `fresh` becomes the first one. */
export async function storedMailKey(db: Database, fresh: string): Promise<string> {
  const select = sql('select secret from notice_key where id = 1')
  const [found] = await db.query(select)
  if (found !== undefined) return text(found, 'secret')
  const insert = sql('insert into notice_key (id, secret) values (1, $1) on conflict do nothing', fresh)
  const [, rows] = await db.transaction([insert, select])
  return text(onlyRow(rows), 'secret')
}
