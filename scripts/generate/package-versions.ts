import { readFileSync } from 'node:fs'
import type { GeneratedFile } from './generated-file.ts'

/**
 * The packages are released together. package.json in the root has their version; this repeats it
 * where npm needs it.
 */
export function packageVersions(): readonly GeneratedFile[] {
  const root = manifest('package.json')
  const { version } = root
  const pintAe = manifest('pint-ae/package.json')
  return [
    ...['client/package.json', 'printing/package.json', 'schematron/package.json'].map((path) =>
      file(path, { ...manifest(path), version }),
    ),
    file('pint-ae/package.json', {
      ...pintAe,
      version,
      dependencies: { ...pintAe.dependencies, '@selfbill/schematron': version },
    }),
    file('package.json', { ...root, peerDependencies: { ...root.peerDependencies, '@selfbill/printing': version } }),
  ]
}

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

function manifest(path: string): Manifest {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))
}

function file(path: string, content: Manifest): GeneratedFile {
  return { path, text: `${JSON.stringify(content, undefined, 2)}\n` }
}
