import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { findOrganisation } from '../../src/cli/handlers/find-organisation.ts'
import { readConfig } from '../../src/config/config.ts'
import { scopes } from '../../src/security/scopes.ts'
import { buildService } from '../../src/service/service.ts'
import { commandLineToken } from '../../src/service/token.ts'
import { NotHere } from '../access-point/not-here.ts'
import { schemathesis } from './tool.ts'

// `npm run test:schemathesis`: an independent tool checks the service against its own OpenAPI
// document. If the tool cannot be installed, one line says so and the run passes. schemathesis.toml
// configures the tool. Options after `--` go to it: `npm run test:schemathesis -- --include-path
// /api/events -n 500`. With `--sample`, as in CI, it sends the examples, few random requests, and
// requests that follow each other; the many that are made of each schema's limits are left out.

const secret = 'known-to-the-access-point-and-to-us'
const limitMs = 1_200_000
const isSample = process.argv.includes('--sample')
const sample = ['--phases', 'examples,fuzzing,stateful', '--max-examples', '3']

const command = toolHere()
if (command !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-schemathesis-'))
  try {
    process.exitCode = await judge(command, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function toolHere(): string | undefined {
  try {
    return schemathesis()
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    console.log(`The API was not judged by schemathesis: ${error.message}`)
    return undefined
  }
}

/** Resolves to the exit code of the tool. */
async function judge(tool: string, folder: string): Promise<number> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    GATEWAY: 'sandbox',
    TUNING:
      'sandbox_delay_ms=20,rate_limit_per_minute=1000000,profile_rate_limit_per_minute=1000000,' +
      'token_rate_limit_per_minute=1000000',
    INBOUND_SECRET: secret,
  })
  const service = await buildService(config, pino({ level: 'error' }, pino.destination(2)))
  const address = await service.start()
  try {
    const { store } = service.parts
    const token = await commandLineToken(store, config, await findOrganisation(store, 'Demo'), { scopes })
    // Made on the first request: the tool would not wait for it on a busy machine.
    await (await fetch(`${address}/openapi.json`)).arrayBuffer()
    copyFileSync(new URL('schemathesis.toml', import.meta.url), join(folder, 'schemathesis.toml'))
    return await runTool(tool, folder, [
      // One worker: in threads the generators of its Python disturb each other and fail by chance,
      // and four are no quicker, for one interpreter runs them in turn.
      ...['run', `${address}/openapi.json`, '--generation-database', 'none', '--workers', '1'],
      // The first PDF of a busy machine takes longer than the tool waits by itself.
      ...['--request-timeout', '120'],
      ...['--header', `Authorization: Bearer ${token}`, '--header', `X-Selfbill-Secret: ${secret}`, '--no-color'],
      ...(isSample ? sample : []),
      ...process.argv.slice(2).filter((argument) => argument !== '--sample'),
    ])
  } finally {
    await service.stop()
  }
}

function runTool(tool: string, folder: string, args: readonly string[]): Promise<number> {
  const child = spawn(tool, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  const late = setTimeout(() => child.kill(), limitMs)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(late)
      resolve(code ?? 1)
    })
  })
}
