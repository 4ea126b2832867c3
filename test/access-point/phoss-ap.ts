import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Certificates } from './certificates.ts'
import type { Java } from './java.ts'

/**
 * A phoss-ap of the test's own: a process on a free port of 127.0.0.1 that sends every message to
 * itself, over AS4, signed and encrypted. It asks no network for anything: no SMP, no revocation
 * lists. Resolves when it says that it is healthy.
 */
export async function runPhossAp(parts: PhossApParts): Promise<RunningPhossAp> {
  const { folder, java, jar } = parts
  const url = `http://127.0.0.1:${await freePort()}`
  const logFile = join(folder, 'phoss-ap.log')
  const log = createWriteStream(logFile)
  const child = spawn(java.java, [...machineOptions, '-jar', jar], {
    cwd: folder,
    // Nothing of our own environment: its configuration is what is written here.
    env: {
      PATH: process.env.PATH,
      LOADER_PATH: parts.certificates.classFolder,
      ...environmentOf(settings(parts, url)),
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
  /** An empty folder of its own, for all it writes. */
  readonly folder: string
  readonly java: Java
  readonly jar: string
  readonly certificates: Certificates
  readonly seatId: string
  /** For its REST interface. */
  readonly token: string
  /** An empty PostgreSQL database, `postgres://…`. */
  readonly databaseUrl: string
  /** Where it brings what it receives, with these headers. */
  readonly forwardUrl: string
  readonly forwardHeaders: readonly (readonly [name: string, value: string])[]
  /** The validation service it asks about everything that it receives. */
  readonly verificationUrl: string
}

export interface RunningPhossAp {
  readonly url: string
  readonly token: string
  /** Every AS4 message as it was on the wire. */
  readonly dumpFolder: string
  stop(): Promise<void>
}

/** It lives for a minute: starting fast is worth more than running fast. */
const machineOptions = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx768m']
const startLimitMs = 120_000
const stopLimitMs = 20_000

function settings(parts: PhossApParts, url: string): Readonly<Record<string, string>> {
  const { certificates, databaseUrl } = parts
  const database = new URL(databaseUrl)
  const keyStore = 'org.apache.wss4j.crypto.merlin.keystore'
  const headers = parts.forwardHeaders.flatMap(([name, value], index) => [
    [`forwarding.http.headers.${index + 1}.name`, name],
    [`forwarding.http.headers.${index + 1}.value`, value],
  ])
  return {
    'server.address': '127.0.0.1',
    'server.port': new URL(url).port,
    'global.datapath': join(parts.folder, 'data/'),
    'phase4.dump.path': join(parts.folder, 'data', 'dumps/'),
    'phossap.jdbc.url': `jdbc:postgresql://${database.host}${database.pathname}`,
    'phossap.jdbc.user': database.username,
    'phossap.jdbc.password': 'none',
    'peppol.stage': 'test',
    'peppol.owner.seatid': parts.seatId,
    'peppol.owner.countrycode': 'AE',
    'phase4.api.requiredtoken': parts.token,
    [`${keyStore}.file`]: certificates.keyStore,
    [`${keyStore}.password`]: certificates.password,
    [`${keyStore}.alias`]: certificates.alias,
    [`${keyStore}.private.password`]: certificates.password,
    'phossap.offlinemode.enabled': 'true',
    'outbound.dev-loopback.enabled': 'true',
    'phase4.endpoint.address': `${url}/as4`,
    'mls.type': 'ALWAYS_SEND',
    'forwarding.mode': 'http_post_sync',
    'forwarding.http.endpoint': parts.forwardUrl,
    ...Object.fromEntries(headers),
    'retry.forwarding.initial-backoff': '1s',
    'retry.scheduler.interval': '2s',
    'verification.inbound.enabled': 'true',
    'verification.phorm.url': parts.verificationUrl,
    // Without a token it asks nobody, and rejects everything.
    'verification.phorm.token': 'any',
    'peppol.reporting.schedule.enabled': 'false',
    'archival.scheduler.enabled': 'false',
  }
}

/** As both of its readers of configuration find it: `phase4.dump.path` → `PHASE4_DUMP_PATH`. */
function environmentOf(configuration: Readonly<Record<string, string>>): Record<string, string> {
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
