import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The environment variable with the folder in which two processes claim test files. */
export const claims = 'TEST_CLAIMS'

/** True for the first process that asks for the file; always true when no other shares the list. */
export function claim(file: string): boolean {
  const folder = process.env[claims]
  if (folder === undefined) return true
  try {
    mkdirSync(join(folder, encodeURIComponent(file)))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
