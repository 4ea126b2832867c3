import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { databaseFile } from '../../../store/database/open-database.ts'
import { type Diagnosis, reasonOf, wrong } from './diagnosis.ts'

/** Whether this user may make and change the files of the embedded database. Empty if so. */
export async function diagnoseFolder(directory: string): Promise<readonly Diagnosis[]> {
  const folder = nearestFolder(resolve(directory))
  const file = databaseFile(directory)
  const files = [file, `${file}-wal`, `${file}-shm`, join(directory, 'service.lock'), join(directory, 'webhooks.key')]
  const needs = [
    // A slash at its end, so that a file with this name is refused.
    [join(folder, '/'), constants.R_OK | constants.W_OK | constants.X_OK] as const,
    ...files.filter((path) => existsSync(path)).map((path) => [path, constants.R_OK | constants.W_OK] as const),
  ]
  for (const [path, rights] of needs) {
    try {
      await access(path, rights)
    } catch (error) {
      return [wrong('DATA_DIR', `This user may not write ${path}: ${reasonOf(error)}`, repairOf(error))]
    }
  }
  return []
}

function repairOf(error: unknown): string {
  const isReadOnly = error instanceof Error && 'code' in error && error.code === 'EROFS'
  return isReadOnly
    ? 'Mount the file system of DATA_DIR so that it can be written; after errors of a disk it is not'
    : rights
}

const rights =
  'Give DATA_DIR and its files to the user of the service, and run commands as this user; or set DATA_DIR to another ' +
  'folder'

/** The first start makes those below it. */
function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))
}
