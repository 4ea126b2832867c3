import type { Database } from '../../src/store/database/database.ts'
import { TextPacking } from '../../src/store/database/text-packing.ts'
import { KnownContexts } from '../../src/store/documents/document-context.ts'
import { Numbers } from '../../src/store/documents/numbers.ts'
import { Idempotency } from '../../src/store/requests/idempotency.ts'
import type { Store } from '../../src/store/store.ts'

/** A store of the service on a database of a world. */
export function storeOn(plain: Database, isPacking = true): Store {
  const textPacking = new TextPacking()
  if (isPacking) textPacking.look(contraction)
  const database = { ...plain, textPacking }
  return {
    database,
    textPacking,
    newestMigration: '',
    blobs: undefined,
    numbers: new Numbers(database),
    contexts: new KnownContexts(),
    idempotency: new Idempotency(database),
    sharedRates: undefined,
    ready: async () => undefined,
    hurry: () => undefined,
    close: async () => undefined,
  }
}

/** The migration after which texts are packed. */
export const contraction = [{ name: '0060-contract-packed-texts' }] as const
