import { readFileSync } from 'node:fs'
import { installation } from '../installation.ts'

const manifest: { readonly version: string; readonly description: string } = JSON.parse(
  readFileSync(new URL('package.json', installation), 'utf8'),
)

/** The version of this service; package.json is its only source. */
export const { version, description } = manifest
