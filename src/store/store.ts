import { Clients } from './accounts/clients.ts'
import { Organisations } from './accounts/organisations.ts'
import { Profiles } from './accounts/profiles.ts'
import { SigningKeys } from './accounts/signing-keys.ts'
import type { Database } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { type DatabaseObserver, observedDatabase } from './database/observed-database.ts'
import { type DatabaseLocation, openDatabase } from './database/open-database.ts'
import { Documents } from './documents/documents.ts'
import { Numbers } from './documents/numbers.ts'
import { FeedEntries } from './log/feed.ts'
import { proveReadiness } from './readiness.ts'
import { Idempotency } from './requests/idempotency.ts'
import { LongPolls } from './requests/long-polls.ts'
import { SharedRates } from './requests/rates.ts'
import { WebhookDeliveries } from './webhooks/webhook-deliveries.ts'
import { WebhookQueue } from './webhooks/webhook-queue.ts'
import { Webhooks } from './webhooks/webhooks.ts'

/**
 * Everything the service keeps. Opens the database where it is and brings it to the newest schema
 * first.
 */
export async function openStore(location: DatabaseLocation, now: number, observer?: DatabaseObserver): Promise<Store> {
  const opened = await openDatabase(location)
  const database = observer === undefined ? opened : observedDatabase(opened, observer)
  try {
    await migrate(database, now)
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    database,
    organisations: new Organisations(database),
    clients: new Clients(database),
    profiles: new Profiles(database),
    keys: new SigningKeys(database),
    numbers: new Numbers(database),
    documents: new Documents(database),
    idempotency: new Idempotency(database),
    feed: new FeedEntries(database),
    longPolls: new LongPolls(database),
    webhooks: new Webhooks(database),
    webhookQueue: new WebhookQueue(database),
    webhookDeliveries: new WebhookDeliveries(database),
    sharedRates: database.dialect.name === 'postgres' ? new SharedRates(database) : undefined,
    ready: () => proveReadiness(database),
    close: () => database.close(),
  }
}

export interface Store {
  /** For the legs, the log and the snapshots, which are functions over it. */
  readonly database: Database
  readonly organisations: Organisations
  readonly clients: Clients
  readonly profiles: Profiles
  readonly keys: SigningKeys
  readonly numbers: Numbers
  readonly documents: Documents
  readonly idempotency: Idempotency
  readonly feed: FeedEntries
  readonly longPolls: LongPolls
  readonly webhooks: Webhooks
  readonly webhookQueue: WebhookQueue
  readonly webhookDeliveries: WebhookDeliveries
  /** Undefined on the embedded database: one process serves it, and counts faster in its memory. */
  readonly sharedRates: SharedRates | undefined
  /** Rejects when the database does not take a write, or does not answer. */
  ready(): Promise<void>
  close(): Promise<void>
}
