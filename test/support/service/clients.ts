import { v7 } from 'uuid'
import { newSecret } from '../../../src/api/identity/client-secret.ts'
import { addClient } from '../../../src/store/accounts/clients.ts'
import type { Store } from '../../../src/store/store.ts'

/** Adds a client of the organisation like the command line does; returns it with its secret. */
export async function aClient(
  store: Store,
  orgId: string,
  scopes: readonly string[] = ['documents:read', 'documents:write'],
): Promise<{ readonly id: string; readonly secret: string }> {
  const { secret, hash } = newSecret()
  const { id } = await addClient(store.database, {
    orgId,
    id: v7(),
    name: 'test',
    secretHash: hash,
    scopes,
    createdAt: Date.now(),
  })
  return { id, secret }
}
