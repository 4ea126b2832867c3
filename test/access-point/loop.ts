import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Client } from 'pg'
import { type Backup, backUp } from '../support/databases/backups.ts'
import { sharedPostgres } from '../support/databases/postgres-server.ts'
import { Relay } from '../support/network/relay.ts'
import { aPurchaseCreditNote, aPurchaseInvoice } from '../support/requests/requests.ts'
import { startTestService, type Tenant, type TestService } from '../support/service/test-service.ts'
import { makeCertificates } from './certificates.ts'
import { javaAt } from './java.ts'
import { type RunningPhossAp, runPhossAp } from './phoss-ap.ts'
import { Surroundings } from './surroundings.ts'

/**
 * One access point serves sender, receiver and tax authority, so every status comes from its
 * provider.
 */
export const providerId = '0242:990001'
const seatId = 'POP990001'

/** The service, the access point and their surroundings. */
export class Loop {
  readonly surroundings = new Surroundings()
  readonly #ids = new Map<string, string>()
  #accessPoint: RunningPhossAp | undefined
  #accessPointDatabase = ''
  #environment: Readonly<Record<string, string>> = {}
  #dataDir = ''
  #service: TestService | undefined
  #tenant: Tenant | undefined
  #backup: Backup | undefined
  /** The way of the service to the access point. */
  #relay: Relay | undefined
  #relayPort = 0

  async start(): Promise<void> {
    const { jar, java, folder, postgresUrl } = await needs()
    await this.surroundings.listen()
    const secret = randomBytes(24).toString('hex')
    const token = randomUUID()
    this.#accessPointDatabase = await newDatabase(postgresUrl)
    this.#accessPoint = await runPhossAp({
      folder,
      java,
      jar,
      certificates: makeCertificates(folder, java.keytool, seatId),
      seatId,
      token,
      databaseUrl: this.#accessPointDatabase,
      forwardUrl: `${this.surroundings.url}/forward`,
      inboundSecret: secret,
      verificationUrl: this.surroundings.url,
    })
    await this.connect()
    this.#dataDir = join(folder, 'selfbill')
    await mkdir(this.#dataDir)
    this.#environment = {
      GATEWAY: 'phoss-ap',
      GATEWAY_URL: `http://127.0.0.1:${this.#relayPort}`,
      GATEWAY_TOKEN: token,
      INBOUND_SECRET: secret,
      SERVICE_PROVIDER_ID: providerId,
      C5_RECEIVER_ID: providerId,
      // One machine, perhaps a slow one, runs all corners: no attempt may end before its answer.
      'TUNING.worker_concurrency': '4',
      'TUNING.worker_lease_ms': '480000',
      'TUNING.gateway_timeout_ms': '120000',
    }
    await this.restart()
    this.#tenant = await this.#service?.tenant()
  }

  /** The service's connections to the access point are refused, until `connect`. */
  async cutOff(): Promise<void> {
    await this.#relay?.stop()
  }

  async connect(): Promise<void> {
    this.#relay = await Relay.start(Number(new URL(this.accessPoint.url).port), this.#relayPort)
    this.#relayPort = this.#relay.port
  }

  /** Replaces the service by another process at the same address. */
  async restart(): Promise<void> {
    const port = this.#service && new URL(this.#service.address).port
    await this.#service?.stop()
    this.#service = await startTestService(
      { dataDir: this.#dataDir },
      { ...this.#environment, ...(port && { PORT: port }) },
    )
    this.surroundings.statusesUrl = `${this.#service.address}/gateway/inbound`
  }

  async backUp(): Promise<void> {
    this.#backup = await backUp({ dataDir: this.#dataDir })
  }

  /** Loses the database and restores its backup. */
  async restore(): Promise<void> {
    await this.#service?.stop()
    await this.#backup?.restore()
    await this.restart()
  }

  async stop(): Promise<void> {
    await this.#service?.stop()
    await this.#relay?.stop()
    await this.#backup?.remove()
    await this.#accessPoint?.stop()
    await this.surroundings.close()
  }

  /** Queries the access point's own database: the first column of each row. */
  async recordsOf(statement: string): Promise<readonly string[]> {
    const client = new Client(this.#accessPointDatabase)
    await client.connect()
    try {
      const { rows } = await client.query({ text: statement, rowMode: 'array' })
      return rows.map(([value]: readonly unknown[]) => String(value))
    } finally {
      await client.end()
    }
  }

  get accessPoint(): RunningPhossAp {
    if (this.#accessPoint === undefined) throw new Error('not started')
    return this.#accessPoint
  }

  get #caller(): Tenant {
    if (this.#tenant === undefined) throw new Error('not started')
    return this.#tenant
  }

  async create(number: string): Promise<void> {
    const request = number.includes('CREDIT') ? aPurchaseCreditNote : aPurchaseInvoice
    const path = `/api/${familyOf(number)}/${this.#caller.profileId}`
    const answer = await this.#caller.post(path, request({ document_number: number }))
    assert.equal(answer.status, 201, answer.text)
    this.#ids.set(number, answer.json.id)
  }

  async standing(number: string): Promise<string> {
    const { peppol_status: status } = (await this.#read(number)).meta_info
    return [status.overall_status, status.participant_status, status.fta_status].map(String).join(' ')
  }

  snapshot(number: string) {
    return this.#read(number, '/peppol-status')
  }

  async log(number: string): Promise<readonly { readonly event: string }[]> {
    return await this.#read(number, '/peppol-status-logs')
  }

  async #read(number: string, of = '') {
    const { status, json, text } = await this.#caller.get(`/api/${familyOf(number)}/${this.#ids.get(number)}${of}`)
    assert.equal(status, 200, text)
    return json
  }

  /** AS4 message id → file of its exchange → the bytes on the wire. */
  async dumps(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const { dumpFolder } = this.accessPoint
    const found = new Map<string, Map<string, string>>()
    for (const path of await readdir(dumpFolder, { recursive: true })) {
      if (!/\.as4(in|out)$/.test(path)) continue
      const messageId = basename(dirname(path))
      const exchange = found.get(messageId) ?? new Map<string, string>()
      found.set(messageId, exchange.set(basename(path), await readFile(join(dumpFolder, path), 'latin1')))
    }
    return found
  }
}

/** run.ts finds or makes these first. */
async function needs() {
  const { PHOSS_AP_JAR: jar, PHOSS_AP_JAVA: java, PHOSS_AP_FOLDER: folder } = process.env
  const postgresUrl = await sharedPostgres()
  if (jar === undefined || java === undefined || folder === undefined || postgresUrl === undefined)
    throw new Error('run this by npm run test:access-point')
  return { jar, java: javaAt(java), folder, postgresUrl }
}

function familyOf(number: string): string {
  return number.includes('CREDIT') ? 'purchase-credit-notes' : 'purchase-invoices'
}

async function newDatabase(serverUrl: string): Promise<string> {
  const name = `phoss_ap_${randomBytes(6).toString('hex')}`
  const client = new Client(serverUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}
