import { bytes, integer, word } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/** The picture that an organisation prints on its documents. */
export interface Logo {
  readonly type: LogoType
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly content: Uint8Array
  /** ms since 1970. */
  readonly changedAt: number
}

export const logoTypes = ['image/png', 'image/jpeg'] as const
export type LogoType = (typeof logoTypes)[number]

export async function findLogo(db: Database, orgId: string): Promise<Logo | undefined> {
  const [row] = await db.query(
    sql('select file_type, width, height, content, changed_at from organisation_logos where org_id = $1', orgId),
  )
  return (
    row && {
      type: word(row, 'file_type', logoTypes),
      width: integer(row, 'width'),
      height: integer(row, 'height'),
      content: bytes(row, 'content'),
      changedAt: integer(row, 'changed_at'),
    }
  )
}

/** Replaces the logo before. */
export async function setLogo(db: Database, orgId: string, logo: Logo): Promise<void> {
  await db.query(
    sql(
      `insert into organisation_logos (org_id, file_type, width, height, content, changed_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (org_id) do update set file_type = excluded.file_type, width = excluded.width,
         height = excluded.height, content = excluded.content, changed_at = excluded.changed_at`,
      orgId,
      logo.type,
      logo.width,
      logo.height,
      logo.content,
      logo.changedAt,
    ),
  )
}

/** False if there was none. */
export async function removeLogo(db: Database, orgId: string): Promise<boolean> {
  const rows = await db.query(sql('delete from organisation_logos where org_id = $1 returning org_id', orgId))
  return rows.length > 0
}
