import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that runs JavaScript, and the arguments before a file. */
export interface Runtime {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
}

/** This Node and every other one on PATH that `@selfbill/client` supports. */
export function nodes(): readonly Runtime[] {
  const files = [process.execPath, ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))]
  const byVersion = new Map<string, string>()
  for (const file of files.filter((path) => existsSync(path))) {
    const version = spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout.trim()
    if (Number(/^v(\d+)/.exec(version)?.[1]) >= 20 && !byVersion.has(version)) byVersion.set(version, file)
  }
  return [...byVersion].map(([version, program]) => ({ name: `Node ${version}`, program, args: [] }))
}

/** Deno and Bun, from npm into a folder; undefined where npm cannot get them. */
export function otherRuntimes(folder: string): readonly Runtime[] | undefined {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', 'deno@2.9.6', 'bun@1.4.5']
  if (spawnSync('npm', install, { cwd: folder, timeout: 120_000 }).status !== 0) return undefined
  const bin = join(folder, 'node_modules', '.bin')
  return [
    { name: 'Deno', program: join(bin, 'deno'), args: ['run', '--allow-all', '--node-modules-dir=manual'] },
    { name: 'Bun', program: join(bin, 'bun'), args: ['run'] },
  ]
}
