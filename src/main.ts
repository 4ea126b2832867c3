import { readConfig } from './config.ts'
import { isOperatorError } from './service/operator-error.ts'
import { startService } from './service/service.ts'

// Starts the service and stops it on a signal: `npm start`. No logic lives here.
try {
  await startService(readConfig(process.env))
} catch (error) {
  if (!isOperatorError(error)) throw error
  console.error(error.message)
  process.exit(2)
}
