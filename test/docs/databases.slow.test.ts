import { after, suite } from 'node:test'
import { OwnPostgres } from '../support/databases/own-postgres.ts'
import { binaryFolder } from '../support/databases/postgres-server.ts'
import { blockOf } from './blocks.ts'
import { Reader } from './reader.ts'
import { databaseStory } from './stories.ts'
import { Story } from './story.ts'

// The commands of the pages for PostgreSQL, on a server of their own. It asks nobody for a password.

const binaries = binaryFolder()
if (binaries === undefined && process.env.REQUIRE_POSTGRES === '1')
  throw new Error('REQUIRE_POSTGRES=1, but PostgreSQL is not installed')

suite('the commands for PostgreSQL', { skip: binaries === undefined && 'no PostgreSQL' }, async () => {
  const postgres = await OwnPostgres.start()
  const { port } = new URL(postgres?.url ?? 'postgres://127.0.0.1:0')
  const reader = new Reader({
    PATH: `${binaries}:${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: port,
    PGUSER: 'postgres',
    PGDATABASE: 'postgres',
  })
  const story = new Story(reader, { port })

  after(async () => {
    await reader.leave()
    await postgres?.stop()
  })

  for (const [page, beginning, step] of databaseStory) story.step(blockOf(page, beginning), step)
})
