import { join } from 'node:path'
import { NotHere } from '../../access-point/not-here.ts'
import { hasCommand, runProgram } from '../../support/processes/program.ts'
import { cachedFolder } from './cache.ts'
import { fetchBy } from './fetch.ts'

/**
 * The folder of programs of a virtual environment with these packages. Throws NotHere without Python
 * 3.10 or later.
 */
export async function pythonWith(name: string, packages: readonly string[]): Promise<string> {
  const isNew = await hasCommand('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))')
  if (!isNew) throw new NotHere('no Python 3.10 or later')
  const version = await runProgram('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
    limitMs: 20_000,
  })
  const folder = await cachedFolder(`${name}-python-${version.trim()}`, async (empty) => {
    await fetchBy(name, 'python3', ['-m', 'venv', empty])
    await fetchBy(name, join(empty, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages])
  })
  return join(folder, 'bin')
}

/** Compiles and imports every module of a package, and checks its types. */
export async function checkPython(bin: string, folder: string, packageName: string, typed: readonly string[]) {
  const options = { cwd: folder, limitMs: 120_000 }
  const python = join(bin, 'python')
  await runProgram(python, ['-m', 'compileall', '-q', packageName], options)
  await runProgram(python, ['-c', importAll, packageName], options)
  await runProgram(python, ['-m', 'mypy', ...typed], options)
}

const importAll = `
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
`

/** For checkPython. */
export const typeChecker = ['mypy==2.4.1', 'types-python-dateutil==2.9.0.20261116']
