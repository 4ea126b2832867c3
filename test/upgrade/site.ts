import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import type { CallingAccount } from '../deploy/calls.ts'
import { ended, Started } from '../deploy/started.ts'
import { administratorUrl } from '../support/databases/postgres-server.ts'
import { madeCertificate } from '../support/network/receiver.ts'
import type { Version } from './versions.ts'

/** One database, and the versions of the service that run on it. */
export class Site {
  readonly databaseUrl: string
  readonly #t: Pick<TestContext, 'after'>

  constructor(t: Pick<TestContext, 'after'>, databaseUrl: string) {
    this.#t = t
    this.databaseUrl = databaseUrl
  }

  /** Starts an instance; rejects with what it printed if it does not start. */
  start({ folder }: Version, port = 0): Promise<Started> {
    return Started.of(this.#t, spawn(process.execPath, [command(folder), 'serve'], { env: this.#environment(port) }))
  }

  /**
   * Runs a command to its end and returns what it printed, without warnings about old names; fails
   * unless it ends well.
   */
  async selfbill({ folder }: Version, ...args: readonly string[]): Promise<string> {
    const { code, output, printed } = await ended(
      spawn(process.execPath, [command(folder), ...args], { env: this.#environment(0) }),
    )
    assert.equal(code, 0, output)
    return printed.trim()
  }

  /** An organisation that may do everything, in tables that no start has made yet. */
  async account(version: Version, name: string): Promise<CallingAccount> {
    await this.selfbill(version, 'migrate')
    await this.selfbill(version, 'organisation', 'add', name)
    const file = join(version.folder, 'examples/business-profile.json')
    const profileId = await this.selfbill(version, 'profile', 'add', '--org', name, file)
    const token = await this.selfbill(
      version,
      'token',
      '--org',
      name,
      '--scope',
      'documents:read documents:write admin',
    )
    return { profileId, token }
  }

  /** Asks the database as its administrator, who sees all rows. */
  rows(sql: string): Promise<Rows> {
    return rowsOf(administratorUrl(this.databaseUrl), sql)
  }

  /** Asks it as the service, which sees the rows of the organisation that it names. */
  rowsAsService(sql: string): Promise<Rows> {
    return rowsOf(this.databaseUrl, sql)
  }

  /** Every document that was lost or made twice, and every leg that was not sent exactly once. */
  async losses(created: readonly string[]): Promise<readonly string[]> {
    const documents = await this.rows('select id from documents')
    const stored = new Set(documents.map(({ id }) => String(id)))
    const answered = new Set(created)
    const legs = await this.rows(
      `select l.document_id, l.corner, l.status, coalesce(s.submissions, 0) as submissions,
         count(*) over (partition by l.document_id) as legs
       from legs l left join sandbox_transmissions s on s.transmission_uuid = l.transmission_uuid`,
    )
    const sent = new Set(legs.map(({ document_id }) => String(document_id)))
    return [
      ...created.filter((id) => !stored.has(id)).map((id) => `${id} is lost`),
      ...created.filter((id) => !sent.has(id)).map((id) => `${id} has no legs`),
      ...[...stored].filter((id) => !answered.has(id)).map((id) => `${id} was made and no create answered with it`),
      ...legs
        .filter((leg) => leg.status !== 'APPROVED' || Number(leg.submissions) !== 1 || Number(leg.legs) !== 2)
        .map((leg) => `${leg.document_id} ${leg.corner} is ${leg.status} and was sent ${leg.submissions} times`),
    ]
  }

  #environment(port: number): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DATABASE_URL: this.databaseUrl,
      GATEWAY: 'sandbox',
      // Old names of members of TUNING: the release before knows no others.
      SANDBOX_DELAY_MS: '50',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      STOP_DELAY_MS: '5000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SECRET_KEY: '5e'.repeat(32),
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    }
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[]

async function rowsOf(url: string, sql: string): Promise<Rows> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function command(folder: string): string {
  return join(folder, 'bin/selfbill.js')
}
