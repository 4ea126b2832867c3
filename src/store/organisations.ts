import { flag, integer, optionalInteger, text } from './columns.ts'
import { type Database, type Row, sql } from './database.ts'

/** The organisations that share this service. Each sees its own data only. */
export class Organisations {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Throws `ConstraintFailure` when the name is taken. */
  async create(organisation: NewOrganisation): Promise<Organisation> {
    await this.#database.query(
      sql(
        'insert into organisations (id, name, default_api_version, phase2, created_at) values ($1, $2, $3, $4, $5)',
        organisation.id,
        organisation.name,
        organisation.defaultApiVersion,
        organisation.hasPhase2 ? 1 : 0,
        organisation.createdAt,
      ),
    )
    return { ...organisation, revokedAt: undefined }
  }

  async find(orgId: string): Promise<Organisation | undefined> {
    const [row] = await this.#database.query(sql(`select ${columns} from organisations where id = $1`, orgId))
    return row && organisationOf(row)
  }

  async findByName(name: string): Promise<Organisation | undefined> {
    const [row] = await this.#database.query(sql(`select ${columns} from organisations where name = $1`, name))
    return row && organisationOf(row)
  }

  /** All of them, by name: for operators on the command line. */
  async list(): Promise<readonly Organisation[]> {
    const rows = await this.#database.query(sql(`select ${columns} from organisations order by name`))
    return rows.map(organisationOf)
  }

  /** From now on none of its accounts is let in. */
  async revoke(orgId: string, revokedAt: number): Promise<void> {
    await this.#database.query(sql('update organisations set revoked_at = $2 where id = $1', orgId, revokedAt))
  }
}

export interface NewOrganisation {
  /** UUID v7. */
  readonly id: string
  readonly name: string
  /** The contract version of a request that names none: `20260101`. */
  readonly defaultApiVersion: string
  /** The Phase 2 subscription: without it documents are judged, never sent. */
  readonly hasPhase2: boolean
  /** ms since 1970. */
  readonly createdAt: number
}

export interface Organisation extends NewOrganisation {
  readonly revokedAt: number | undefined
}

const columns = 'id, name, default_api_version, phase2, created_at, revoked_at'

function organisationOf(row: Row): Organisation {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    defaultApiVersion: text(row, 'default_api_version'),
    hasPhase2: flag(row, 'phase2'),
    createdAt: integer(row, 'created_at'),
    revokedAt: optionalInteger(row, 'revoked_at'),
  }
}
