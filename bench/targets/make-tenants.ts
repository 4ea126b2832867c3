import type { DatabaseLocation } from '../../src/store/database/open-database.ts'
import { openStore } from '../../src/store/store.ts'
import { tenants } from '../../test/support/service/tenants.ts'

// A process of `bench -- targets`: makes organisations in an empty database, and prints them. It runs
// in the folder of each version, as each has its own schema.
const [location = '', count] = process.argv.slice(2)
const place: DatabaseLocation = JSON.parse(location)
const store = await openStore(place, Date.now())
console.log(JSON.stringify(await tenants(store, Number(count))))
await store.close()
