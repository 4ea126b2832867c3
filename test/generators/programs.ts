import { fileURLToPath } from 'node:url'

/** A program that uses a generated client; it is compiled beside that client. */
export function programFile(name: string): string {
  return fileURLToPath(new URL(`programs/${name}`, import.meta.url))
}
