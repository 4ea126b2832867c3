import { readConfig } from './config.ts'
import { startService } from './service/service.ts'

// Starts the service and stops it on a signal: `npm start`. No logic lives here.
await startService(() => readConfig(process.env))
