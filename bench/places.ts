import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { v7 } from 'uuid'
import { signToken } from '../src/api/identity/signing-keys.ts'
import { readConfig } from '../src/config/config.ts'
import { newKey } from '../src/service/token.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { sharedPostgres } from '../test/support/databases/postgres-server.ts'
import { aBuyer, jsonOf } from '../test/support/requests/requests.ts'

/** A fresh database for one measurement: what the service is told, and a store beside it. */
export interface Place {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  open(): Promise<Store>
  remove(): Promise<void>
}

/** The embedded database, and PostgreSQL where one is to be had (with a line that says so where not). */
export async function places(): Promise<readonly (() => Promise<Place>)[]> {
  const server = process.env.TEST_DATABASE_URL ?? (await sharedPostgres())
  if (server === undefined)
    console.log('PostgreSQL half skipped: set TEST_DATABASE_URL, or install PostgreSQL 15 or later')
  return server === undefined ? [embedded] : [embedded, () => postgres(server)]
}

async function embedded(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'selfbill-bench-'))
  return {
    name: 'SQLite',
    environment: { DATA_DIR: dataDir },
    open: () => openStore({ dataDir }, Date.now()),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

async function postgres(server: string): Promise<Place> {
  const name = `selfbill_bench_${Date.now()}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: url.href },
    open: () => openStore({ databaseUrl: url.href }, Date.now()),
    remove: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}

export interface BenchTenant {
  readonly orgId: string
  readonly profileId: string
  readonly token: string
}

/** Organisations with a profile and a token each; with more accounts, as many of one organisation follow each other. */
export async function tenants(
  store: Store,
  count: number,
  scope = 'documents:read documents:write',
  accounts = 1,
): Promise<readonly BenchTenant[]> {
  const config = readConfig({})
  const now = Date.now()
  const [key] = await store.keys.ensure(() => newKey(config, now), now)
  if (!key) throw new Error('no signing key')
  const made: BenchTenant[] = []
  for (let at = 0; at < count; at += 1) {
    const organisation = {
      id: v7(),
      name: `Bench ${v7()}`,
      defaultApiVersion: '20260101',
      hasPhase2: true,
      createdAt: now,
    }
    const { id: orgId } = await store.organisations.create(organisation)
    const profileId = 'BP-BENCH00001'
    await store.profiles.add({ orgId, profileId, party: jsonOf(aBuyer()), status: 'ACTIVE', createdAt: now })
    const { issuer, audience } = config
    for (let number = 0; number < accounts; number += 1) {
      const account = v7()
      const client = { orgId, id: account, name: `bench ${number}`, secretHash: undefined, createdAt: now }
      await store.clients.add({ ...client, scopes: scope.split(' ') })
      const token = await signToken(key, undefined, { issuer, audience, account, orgId, scope, issuedAt: new Date() })
      made.push({ orgId, profileId, token })
    }
  }
  return made
}
