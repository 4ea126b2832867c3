import { strictMode } from '../../compatibility/header-prefix.ts'
import { asRead, changedBy, whileAsRead } from '../as-read.ts'
import { flag, integer, optionalInteger, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { changeRetention, type Retention, type RetentionChange, retentionOf } from '../keeping/retentions.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { deleteSealedSecrets } from './client-secrets.ts'

/** Fails at `organisation_name` when the name is taken. */
export async function addOrganisation(db: Database, organisation: NewOrganisation): Promise<Organisation> {
  const created: Organisation = {
    hasAutoNumbering: true,
    numberFormat: undefined,
    compatibility: undefined,
    ...organisation,
    revokedAt: undefined,
  }
  await db.query(
    sql(
      `insert into organisations (id, name, default_api_version, phase2, auto_numbering, number_format, compatibility,
         created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      created.id,
      created.name,
      created.defaultApiVersion,
      created.hasPhase2 ? 1 : 0,
      created.hasAutoNumbering ? 1 : 0,
      created.numberFormat ?? null,
      created.compatibility ?? null,
      created.createdAt,
    ),
  )
  return created
}

export async function findOrganisation(db: Database, orgId: string): Promise<Organisation | undefined> {
  const [row] = await db.query(sql(`select ${columns} from organisations where id = $1`, orgId))
  return row && organisationOf(row)
}

export async function findOrganisationByName(db: Database, name: string): Promise<Organisation | undefined> {
  const [row] = await db.query(sql(`select ${columns} from organisations where name = $1`, name))
  return row && organisationOf(row)
}

/**
 * Organisations by name, after the place: those whose name has the text, in any case. For
 * operators, who see the whole service.
 */
export async function organisationsNamed(
  db: Database,
  { search = '', after = ['', ''], limit }: OrganisationPage,
): Promise<readonly Organisation[]> {
  const lower = search.toLowerCase()
  // A database may know capital letters of ASCII alone, so of others it looks for nothing.
  const pattern = `%${lower.replaceAll(/[!%_]/g, '!$&').replaceAll(/[^\x00-\x7f]+/g, '%')}%`
  const found: Organisation[] = []
  let [name, id] = after
  for (;;) {
    const rows = await db.query(
      sql(
        `select ${columns} from organisations
         where revoked_at is null and lower(name) like $1 escape '!' and (name, id) > ($2, $3)
         order by name, id limit ${limit}`,
        pattern,
        name,
        id,
      ),
    )
    const read = rows.map(organisationOf)
    found.push(...read.filter((one) => one.name.toLowerCase().includes(lower)))
    const last = read.at(-1)
    if (last === undefined || read.length < limit || found.length >= limit) return found.slice(0, limit)
    ;[name, id] = [last.name, last.id]
  }
}

interface OrganisationPage {
  readonly search?: string | undefined
  readonly after?: readonly [name: string, id: string] | undefined
  readonly limit: number
}

/** Every organisation, by name. For operators on the command line. */
export async function allOrganisations(db: Database): Promise<readonly Organisation[]> {
  const rows = await db.query(sql(`select ${columns} from organisations order by name`))
  return rows.map(organisationOf)
}

/**
 * Changes the given members and keeps the others. Returns undefined if the organisation does not
 * exist; fails at `organisation_name` when the name is taken. A new subscription sends no earlier
 * documents, because legs are created with their documents. Leaving compatibility mode deletes
 * the sealed secrets. `keep`: the answer to the change, for the same transaction.
 */
export function updateOrganisation(
  db: Database,
  orgId: string,
  { retention: retentionChange = {}, ...change }: OrganisationChange,
  keep: (changed: ChangedOrganisation) => KeptAnswer | undefined = () => undefined,
): Promise<ChangedOrganisation | undefined> {
  return asRead(['organisation_as_read', 'retention_as_read'], async () => {
    const present = await findOrganisation(db, orgId)
    if (present === undefined) return undefined
    const retention = await retentionOf(db, orgId)
    const changed = {
      organisation: changedBy(present, change),
      retention: changedBy(retention, retentionChange),
    }
    await db.transaction([
      writeOrganisation(changed.organisation, present),
      ...(change.compatibility === strictMode ? [deleteSealedSecrets(orgId)] : []),
      ...changeRetention(orgId, retentionChange, retention),
      ...keepAnswer(keep(changed)),
    ])
    return changed
  })
}

/** As a change leaves it. */
export interface ChangedOrganisation {
  readonly organisation: Organisation
  readonly retention: Retention
}

/** Fails at `organisation_as_read` when the organisation is no longer `present`. */
function writeOrganisation(changed: Organisation, present: Organisation): Statement {
  const createdAt = whileAsRead('created_at', valuesOf(present), 8)
  return sql(
    `update organisations set name = $2, default_api_version = $3, phase2 = $4, auto_numbering = $5,
       number_format = $6, compatibility = $7, created_at = ${createdAt.value}
     where id = $1`,
    changed.id,
    ...Object.values(valuesOf(changed)),
    ...createdAt.params,
  )
}

function valuesOf(organisation: Organisation) {
  return {
    name: organisation.name,
    default_api_version: organisation.defaultApiVersion,
    phase2: Number(organisation.hasPhase2),
    auto_numbering: Number(organisation.hasAutoNumbering),
    number_format: organisation.numberFormat ?? null,
    compatibility: organisation.compatibility ?? null,
  }
}

/** From now on the service refuses all its clients. */
export async function revokeOrganisation(db: Database, orgId: string, revokedAt: number): Promise<void> {
  await db.query(sql('update organisations set revoked_at = coalesce(revoked_at, $2) where id = $1', orgId, revokedAt))
}

/** The organisations share this service; each sees only its own data. */
export interface NewOrganisation {
  /** UUID v7. */
  readonly id: string
  readonly name: string
  /** The contract version for requests that name none: `20260101`. */
  readonly defaultApiVersion: string
  /** The Phase 2 subscription. Without it documents are judged but never sent. */
  readonly hasPhase2: boolean
  /** False when callers number their documents themselves. Absent means true. */
  readonly hasAutoNumbering?: boolean
  /** The format of minted numbers, see document/number-format.ts. Absent means the default. */
  readonly numberFormat?: string | undefined
  /**
   * Compatibility mode: the prefix of the clients' headers, or `off`. Absent means the service's
   * own setting.
   */
  readonly compatibility?: string | undefined
  /** ms since 1970. */
  readonly createdAt: number
}

export interface Organisation extends NewOrganisation {
  readonly hasAutoNumbering: boolean
  readonly numberFormat: string | undefined
  readonly compatibility: string | undefined
  readonly revokedAt: number | undefined
}

/** Absent members keep their value. */
export type OrganisationChange = {
  readonly [Member in
    | 'name'
    | 'defaultApiVersion'
    | 'hasPhase2'
    | 'hasAutoNumbering'
    | 'numberFormat'
    | 'compatibility']?: Organisation[Member] | undefined
} & { readonly retention?: RetentionChange | undefined }

const columns =
  'id, name, default_api_version, phase2, auto_numbering, number_format, compatibility, created_at, revoked_at'

function organisationOf(row: Row): Organisation {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    defaultApiVersion: text(row, 'default_api_version'),
    hasPhase2: flag(row, 'phase2'),
    hasAutoNumbering: flag(row, 'auto_numbering'),
    numberFormat: optionalText(row, 'number_format'),
    compatibility: optionalText(row, 'compatibility'),
    createdAt: integer(row, 'created_at'),
    revokedAt: optionalInteger(row, 'revoked_at'),
  }
}
