import { bytes, integer, word } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'

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

/** Replaces the logo before. `kept` as in `keepAnswer`. */
export async function setLogo(db: Database, orgId: string, logo: Logo, kept?: KeptAnswer): Promise<void> {
  await db.transaction([
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
    ...keepAnswer(kept),
  ])
}

/** False when there was no logo. `kept` as in `keepAnswer`. */
export async function removeLogo(db: Database, orgId: string, kept?: KeptAnswer): Promise<boolean> {
  const rows = await db.query(sql('select org_id from organisation_logos where org_id = $1', orgId))
  if (rows.length === 0) return false
  await db.transaction([sql('delete from organisation_logos where org_id = $1', orgId), ...keepAnswer(kept)])
  return true
}
