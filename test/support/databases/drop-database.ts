import { Client, DatabaseError } from 'pg'
import { eventually } from '../eventually.ts'

/**
 * Drops a database on the server at `url` with all its connections, if it exists. The tests' role
 * may not end the autovacuum of a superuser, so it waits for that.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await eventually(() =>
      client.query(`drop database if exists ${name} with (force)`).catch((error: unknown) => {
        if (error instanceof DatabaseError && error.code === insufficientPrivilege) return false
        throw error
      }),
    )
  } finally {
    await client.end()
  }
}

const insufficientPrivilege = '42501'
