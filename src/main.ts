import { keepCompiled } from './compile-cache.ts'

// Starts the service and stops it on a signal: `npm start`. No logic lives here.
keepCompiled(process.env)
const { readConfig } = await import('./config/config.ts')
const { isOperatorError } = await import('./service/operator-error.ts')
const { startService } = await import('./service/start-service.ts')
try {
  await startService(readConfig(process.env))
} catch (error) {
  if (!isOperatorError(error)) throw error
  console.error(error.message)
  process.exit(2)
}
