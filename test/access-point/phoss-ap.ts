import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { composeEnvironment } from '../deploy/compose-file.ts'
import type { Certificates } from './certificates.ts'
import type { Java } from './java.ts'

/**
 * A phoss-ap of the test's own: a process on a free port of 127.0.0.1 that sends every message to
 * itself over AS4, signed and encrypted. It uses no network: no SMP, no revocation lists. Resolves
 * when it reports itself healthy.
 */
export async function runPhossAp(parts: PhossApParts): Promise<RunningPhossAp> {
  const { folder, java, jar } = parts
  const url = `http://127.0.0.1:${await freePort()}`
  const logFile = join(folder, 'phoss-ap.log')
  const log = createWriteStream(logFile)
  const child = spawn(java.java, [...machineOptions, '-jar', jar], {
    cwd: folder,
    // Nothing of our own environment, so that only this configuration counts.
    env: {
      PATH: process.env.PATH,
      LOADER_PATH: parts.certificates.classFolder,
      ...environmentIn(parts, url),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const killed = () => void child.kill('SIGKILL')
  process.prependListener('exit', killed)
  const running: RunningPhossAp = {
    url,
    token: parts.token,
    dumpFolder: join(folder, 'data', 'dumps'),
    async stop() {
      await end(child)
      process.off('exit', killed)
      log.end()
    },
  }
  try {
    await untilHealthy(url, child)
    return running
  } catch (error) {
    await running.stop()
    throw new Error(`phoss-ap did not start; its log ends with\n${tailOf(logFile)}`, { cause: error })
  }
}

export interface PhossApParts {
  /** An empty folder for all its files. */
  readonly folder: string
  readonly java: Java
  readonly jar: string
  readonly certificates: Certificates
  readonly seatId: string
  /** The token of its REST interface. */
  readonly token: string
  /** An empty PostgreSQL database, `postgres://…`. */
  readonly databaseUrl: string
  /** Where it delivers received documents, and the secret that it sends along. */
  readonly forwardUrl: string
  readonly inboundSecret: string
  /** The validation service that it asks about everything it receives. */
  readonly verificationUrl: string
}

export interface RunningPhossAp {
  readonly url: string
  readonly token: string
  /** Every AS4 message as it was on the wire. */
  readonly dumpFolder: string
  stop(): Promise<void>
}

/** The process lives for a minute, so a fast start matters more than fast code. */
const machineOptions = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx768m']
const startLimitMs = 120_000
const stopLimitMs = 20_000

/** The environment of deploy/compose/compose.yaml, with what a loop without a network needs. */
function environmentIn(parts: PhossApParts, url: string): Readonly<Record<string, string>> {
  const { certificates } = parts
  return {
    ...composeEnvironment('access-point', {
      ...{ DATABASE_PASSWORD: 'none', SECRET_KEY: 'none', ACCESS_POINT_DATABASE_PASSWORD: 'none' },
      GATEWAY: 'phoss-ap',
      GATEWAY_TOKEN: parts.token,
      INBOUND_SECRET: parts.inboundSecret,
      PEPPOL_SEAT_ID: parts.seatId,
      ACCESS_POINT_URL: url,
      KEYSTORE_PASSWORD: certificates.password,
      KEYSTORE_ALIAS: certificates.alias,
    }),
    ...variablesOf(settingsOfLoop(parts, url)),
  }
}

function settingsOfLoop(parts: PhossApParts, url: string): Readonly<Record<string, string>> {
  const database = new URL(parts.databaseUrl)
  return {
    'server.address': '127.0.0.1',
    'server.port': new URL(url).port,
    'global.datapath': join(parts.folder, 'data/'),
    'phase4.dump.path': join(parts.folder, 'data', 'dumps/'),
    'phossap.jdbc.url': `jdbc:postgresql://${database.host}${database.pathname}`,
    'phossap.jdbc.user': database.username,
    'org.apache.wss4j.crypto.merlin.keystore.file': parts.certificates.keyStore,
    'phossap.offlinemode.enabled': 'true',
    'outbound.dev-loopback.enabled': 'true',
    'forwarding.http.endpoint': parts.forwardUrl,
    'retry.forwarding.initial-backoff': '1s',
    'retry.scheduler.interval': '2s',
    'verification.inbound.enabled': 'true',
    'verification.phorm.url': parts.verificationUrl,
    // Without a token it does not ask the service and rejects everything.
    'verification.phorm.token': 'any',
    'peppol.reporting.schedule.enabled': 'false',
    'archival.scheduler.enabled': 'false',
  }
}

/**
 * The names that both of its configuration readers know: `phase4.dump.path` → `PHASE4_DUMP_PATH`.
 */
function variablesOf(configuration: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(configuration).map(([key, value]) => [key.toUpperCase().replaceAll(/[.-]/g, '_'), value]),
  )
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + startLimitMs; Date.now() < end; await delay(250)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`)
    const isHealthy = await fetch(`${url}/actuator/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isHealthy) return
  }
  throw new Error(`it was not healthy after ${startLimitMs / 1000} s`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const patience = new AbortController()
  await Promise.race([ended, delay(stopLimitMs, undefined, { signal: patience.signal }).catch(() => undefined)])
  patience.abort()
  child.kill('SIGKILL')
  await ended
}

function tailOf(file: string): string {
  return readFileSync(file, 'utf8').slice(-4_000)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
