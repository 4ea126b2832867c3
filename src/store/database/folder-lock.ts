import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnusable } from './database.ts'

/**
 * Takes the folder of the embedded database for this process: two services on one folder would both
 * deliver its legs. The lock is an open transaction of SQLite on a file of its own. The system ends
 * it with the process, so a killed one leaves no lock behind. Throws `FolderInUse` when
 * another process has the folder. Commands that work beside the service take no lock.
 */
export function lockFolder(dataDir: string): FolderLock {
  const path = join(dataDir, 'service.lock')
  const holder = join(dataDir, 'service.process')
  let file: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    createEmpty(path)
    file = new DatabaseSync(path, { timeout: endingMs })
    file.exec('begin exclusive')
    // For people. It counts only while the lock is held, so its process is alive.
    writeFileSync(holder, `process ${process.pid} on ${hostname()}, started ${new Date().toISOString()}`, {
      mode: 0o600,
    })
  } catch (error) {
    file?.close()
    if (isBusy(error)) throw new FolderInUse(`the folder ${dataDir} ${inUse(holder)}`, { cause: error })
    throw new DatabaseUnusable(`the folder ${dataDir} ${cannotLock(error)}`, { cause: error })
  }
  const lock = file
  return {
    announce: (address) => writeFileSync(join(dataDir, addressFile), address, { mode: 0o600 }),
    release() {
      for (const path of [holder, join(dataDir, addressFile)]) rmSync(path, { force: true })
      lock.close()
    },
  }
}

/** Another process has the folder. */
export class FolderInUse extends DatabaseUnusable {}

export interface FolderLock {
  /** Notes where the service listens, for the command line on this machine. */
  announce(address: string): void
  release(): void
}

const addressFile = 'service.address'

/** Where the service of this folder listens; undefined if none runs. */
export function serviceAddress(dataDir: string): string | undefined {
  try {
    const address = readFileSync(join(dataDir, addressFile), 'utf8')
    return isLocked(join(dataDir, 'service.lock')) ? address : undefined
  } catch {
    // No service has ever noted it, or it has just ended.
    return undefined
  }
}

/** A killed service leaves the files behind, and no lock. */
function isLocked(path: string): boolean {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { timeout: 0, readOnly: true })
    file.prepare('select count(*) from sqlite_schema').all()
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    file?.close()
  }
}

/** A process that was just killed may need a moment to end. */
const endingMs = 2_000

/** Never opens a file that exists: closing it again would end a lock of this process. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy
}

const busy = 5

function inUse(holder: string): string {
  let who = 'a process'
  try {
    who = readFileSync(holder, 'utf8')
  } catch {
    // It has not written the file yet.
  }
  return `is in use by another service (${who}). Stop it first, or set DATA_DIR to another folder`
}

function cannotLock(error: unknown): string {
  return `cannot be used: ${error instanceof Error ? error.message : String(error)}`
}
