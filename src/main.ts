import { keepCompiled } from './compile-cache.ts'

// Starts the service and stops it on a signal: `npm start`. No logic lives here.
keepCompiled(process.env)
const { readConfig } = await import('./config/config.ts')
const { operatorMessage } = await import('./service/operator-error.ts')
const { startService } = await import('./service/start-service.ts')
try {
  await startService(readConfig(process.env))
} catch (error) {
  const message = operatorMessage(error)
  if (message === undefined) throw error
  console.error(message)
  process.exit(2)
}
