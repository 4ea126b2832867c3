import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../../support/processes/program.ts'
import { cachedFolder } from './cache.ts'
import { fetchBy } from './fetch.ts'

/** A folder in whose `node_modules` these packages are. */
export function npmPackages(name: string, packages: readonly string[]): Promise<string> {
  return cachedFolder(name, async (folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages]
    await fetchBy(name, 'npm', args, folder)
  })
}

/** Checks a file and everything that it imports with the compiler of this project. */
export async function checkTypescript(folder: string, file: string): Promise<void> {
  const types = join(modules, '@types')
  const options = ['--strict', '--target', 'es2024', '--module', 'nodenext', '--moduleDetection', 'force']
  const more = ['--allowImportingTsExtensions', '--lib', 'es2024,dom,dom.iterable', '--types', 'node']
  const args = ['--noEmit', ...options, ...more, '--typeRoots', types, file]
  await runProgram(join(modules, '.bin', 'tsc'), args, { cwd: folder, limitMs: 120_000 })
}

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
