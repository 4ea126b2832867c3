import { integer, optionalText, text } from '../../store/database/columns.ts'
import { type Database, type Row, sql, type Value } from '../../store/database/database.ts'
import { type KeptAnswer, keepAnswer } from '../../store/requests/kept-answer.ts'

/** An agreement on self-billing between a business profile and a supplier. */
export interface StoredAgreement {
  readonly orgId: string
  /** UUID v7. */
  readonly id: string
  readonly profileId: string
  readonly supplierTin: string
  readonly supplierName: string
  readonly number: string
  /** Days, both included: `2026-07-15`. */
  readonly validFrom: string
  /** Undefined while no end is agreed. */
  readonly validTo: string | undefined
  /** ms since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

export async function addAgreement(db: Database, added: StoredAgreement, keptAnswer?: KeptAnswer): Promise<void> {
  await db.transaction([
    sql(
      `insert into agreements (org_id, id, profile_id, supplier_tin, supplier_name, agreement_number, valid_from,
         valid_to, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      added.orgId,
      added.id,
      added.profileId,
      added.supplierTin,
      added.supplierName,
      added.number,
      added.validFrom,
      added.validTo ?? null,
      added.createdAt,
      added.updatedAt,
    ),
    ...keepAnswer(keptAnswer),
  ])
}

export async function findAgreement(db: Database, orgId: string, id: string): Promise<StoredAgreement | undefined> {
  const [row] = await db.query(sql(`select ${columns} from agreements where org_id = $1 and id = $2`, orgId, id))
  return row && agreementOf(row)
}

export interface AgreementFilter {
  readonly profileId?: string | undefined
  readonly supplierTin?: string | undefined
  /** Agreements that are valid on this day. */
  readonly validOn?: string | undefined
}

/** Oldest first, at most `limit`, after the agreement with the id in `after`. */
export async function agreementsOf(
  db: Database,
  orgId: string,
  { filter, after: [after] = [''], limit }: AgreementPage,
): Promise<readonly StoredAgreement[]> {
  const params: Value[] = [orgId]
  const bind = (value: Value) => `$${params.push(value)}`
  const { profileId, supplierTin, validOn } = filter
  const day = validOn === undefined ? undefined : bind(validOn)
  const condition = [
    ...(profileId === undefined ? [] : [` and profile_id = ${bind(profileId)}`]),
    ...(supplierTin === undefined ? [] : [` and supplier_tin = ${bind(supplierTin)}`]),
    ...(day === undefined ? [] : [` and valid_from <= ${day}`, ` and coalesce(valid_to, '9999-12-31') >= ${day}`]),
  ].join('')
  const page = `and id > ${bind(after)} order by id limit ${bind(limit)}`
  const rows = await db.query({
    sql: `select ${columns} from agreements where org_id = $1${condition} ${page}`,
    params,
  })
  return rows.map(agreementOf)
}

interface AgreementPage {
  readonly filter: AgreementFilter
  readonly after: readonly [id: string] | undefined
  readonly limit: number
}

/**
 * Sets the last day of an agreement. Undefined if it would end before it begins. `keep`: the answer
 * to the change, for the same transaction.
 */
export async function endAgreement(
  db: Database,
  agreement: StoredAgreement,
  validTo: string,
  now: number,
  keep: (ended: StoredAgreement) => KeptAnswer | undefined,
): Promise<StoredAgreement | undefined> {
  if (validTo < agreement.validFrom) return undefined
  const ended = { ...agreement, validTo, updatedAt: now }
  const { orgId, id } = ended
  await db.transaction([
    sql('update agreements set valid_to = $3, updated_at = $4 where org_id = $1 and id = $2', orgId, id, validTo, now),
    ...keepAnswer(keep(ended)),
  ])
  return ended
}

const columns =
  'org_id, id, profile_id, supplier_tin, supplier_name, agreement_number, valid_from, valid_to, created_at, updated_at'

function agreementOf(row: Row): StoredAgreement {
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    profileId: text(row, 'profile_id'),
    supplierTin: text(row, 'supplier_tin'),
    supplierName: text(row, 'supplier_name'),
    number: text(row, 'agreement_number'),
    validFrom: text(row, 'valid_from'),
    validTo: optionalText(row, 'valid_to'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
