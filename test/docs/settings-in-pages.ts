import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { type Config, readConfig } from '../../src/config/config.ts'
import { settings } from '../../src/config/settings.ts'
import { root } from '../support/processes/command-line.ts'
import { type Blocks, blockOf } from './blocks.ts'

// Blocks of settings: the configuration reads them.

type Variables = Readonly<Record<string, string | undefined>>

/** What pages leave out, or cut off with `…`. */
const cutOff: Readonly<Record<string, string>> = {
  SECRET_KEY: '5e'.repeat(32),
  INBOUND_SECRET: 's'.repeat(32),
  C5_RECEIVER_ID: '0242:000006',
}

/** The lines `NAME=value`, with what a reader puts in for `…`. */
function variablesIn(text: string): Variables {
  const read = Object.entries(parseEnv(text))
  assert.ok(read.length > 0, text)
  for (const [name] of read)
    assert.ok(name.replace(/_FILE$/, '') in settings || name in settings || name === 'NODE_ENV', name)
  return Object.fromEntries(
    read.map(([name, value = '']) => [
      name,
      value.includes('…') ? (cutOff[name] ?? value.replaceAll('…', 'x')) : value,
    ]),
  )
}

function configOf(variables: Variables): Config {
  const config = readConfig(variables)
  assert.deepEqual(config.warnings, [])
  return config
}

const operating = 'docs/operating.md'
const accessPoint = () => variablesIn(blockOf(operating, 'GATEWAY=phoss-ap').text)
const publicUrl = { PUBLIC_URL: 'https://bills.example' }

function sameMeaning(text: string): void {
  const [one, two, ...others] = text.split('\n').map((line) => configOf(variablesIn(line)))
  assert.deepEqual([one, others], [two, []])
  assert.deepEqual([one?.workerConcurrency, one?.rateLimitPerMinute], [16, 600])
}

function openIdInTwoPlaces(text: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-docs-oidc-'))
  try {
    const [, inFile = ''] = /OIDC_FILE=\S+\s+# (.*)/.exec(text) ?? []
    const file = join(folder, 'oidc')
    writeFileSync(file, inFile.replace('…', 'a-secret'))
    const { oidc } = configOf({ ...variablesIn(text), ...publicUrl, OIDC_FILE: file })
    assert.equal(oidc?.clientSecret, 'a-secret')
    assert.deepEqual(
      [...(oidc?.roles ?? [])],
      [
        ['bookkeepers', 'clerk'],
        ['chiefs', 'admin'],
      ],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function objectStores(text: string): void {
  const stores = text.split('\n').filter((line) => line.startsWith('BLOBS_URL='))
  const buckets = stores.map((line) => configOf(variablesIn(line)).blobs)
  assert.ok(buckets.length === 2 && buckets.every((bucket) => bucket !== undefined))
  // The SDK reads these two, not the service.
  assert.deepEqual(Object.keys(parseEnv(text.split('\n').at(-1)?.replace(' AWS', '\nAWS') ?? '')), [
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
  ])
}

function chartValues(text: string): void {
  const { config } = partOfValues(text)
  const { gateway } = configOf({ ...config, INBOUND_SECRET: cutOff.INBOUND_SECRET, GATEWAY_TOKEN: 'x' })
  assert.equal(gateway.kind, 'phoss-ap')
}

const environmentFile = 'umask 077\ncat > selfbill.env'
const loading = 'set -a; . ./selfbill.env'

/** Both blocks as they are pasted: each command that follows has the settings. */
function loadedByShell(): void {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-docs-environment-'))
  try {
    const [write, load] = [environmentFile, loading].map(
      (beginning) => blockOf('docs/guide/operator.md', beginning).text,
    )
    const env = { PATH: process.env.PATH }
    const { stdout, stderr } = spawnSync('sh', ['-c', `${write}\n${load}\nenv`], { cwd: folder, env, encoding: 'utf8' })
    assert.equal(stderr, '')
    const { database, gateway, secretKey, publicUrl } = configOf(parseEnv(stdout))
    assert.deepEqual([database.kind, gateway.kind, publicUrl], ['postgres', 'sandbox', 'https://bills.example'])
    assert.match(secretKey ?? '', /^[0-9a-f]{64}$/)
    const without = { ...parseEnv(stdout), DATABASE_URL: '' }
    assert.throws(() => readConfig(without), /EMBEDDED_DATABASE/)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Values beside others, which the chart accepts. */
function partOfValues(text: string) {
  const values = parse(text)
  const defaults = parse(readFileSync(join(root, 'deploy/helm/selfbill/values.yaml'), 'utf8'))
  const schema = JSON.parse(readFileSync(join(root, 'deploy/helm/selfbill/values.schema.json'), 'utf8'))
  const fits = new Ajv2020({ strict: false, validateSchema: false }).compile({ ...schema, $schema: undefined })
  const all = { ...defaults, ...values, config: { GATEWAY: 'sandbox', ...values.config } }
  assert.ok(fits(all), JSON.stringify(fits.errors))
  return values
}

/** The Secret that the commands above the values make: the service reads one key, Prometheus another. */
function tokenOfMetrics(text: string): void {
  const { config, volumes, volumeMounts, serviceMonitor } = partOfValues(text)
  const { text: commands } = blockOf(operating, 'token=$(openssl')
  const [, secret, file] = /generic (\S+) --from-literal=(\w+)="token=\$token" /.exec(commands) ?? []
  assert.deepEqual(volumes, [{ name: volumeMounts[0].name, secret: { secretName: secret } }])
  assert.equal(config.METRICS_FILE, `${volumeMounts[0].mountPath}/${file}`)
  const { name, key } = serviceMonitor.authorization.credentials
  assert.equal(name, secret)
  assert.ok(commands.includes(` --from-literal=${key}="$token"`))
}

/** What compose.yaml does not pass on: variables of others, files of secrets. */
function composeOverride(text: string): void {
  const { services, secrets } = parse(text)
  const composed = parse(readFileSync(join(root, 'deploy/compose/compose.yaml'), 'utf8'), { merge: true }).services
  for (const [name, { environment, secrets: used }] of Object.entries<ComposeOverride>(services)) {
    assert.ok(name in composed, name)
    for (const variable of Object.keys(environment)) {
      assert.ok(!(variable in composed[name].environment), variable)
      assert.ok(variable.startsWith('AWS_') || variable.replace(/_FILE$/, '') in settings, variable)
    }
    assert.deepEqual(used, Object.keys(secrets))
  }
}

interface ComposeOverride {
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

/** The line in the log, word for word. */
function oldNames(text: string): void {
  const { warnings } = readConfig({ NOTICE_HOUR: '9', RATE_LIMIT_PER_MINUTE: '600' })
  assert.deepEqual(warnings, [text])
}

function usedInWorkflow(text: string): void {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const [step] = parse(text)
  assert.deepEqual(
    Object.keys(step.with).filter((name) => !(name in action.inputs)),
    [],
  )
}

function usedBeforeCommits(text: string): void {
  const hooks: readonly { readonly id: string }[] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8'))
  const [{ hooks: used }] = parse(text)
  assert.deepEqual(
    used.map(({ id }: { id: string }) => id),
    hooks.map(({ id }) => id),
  )
}

export const settingsInPages: Blocks<(text: string) => void> = {
  'docs/configuration.md': {
    'TUNING=worker_concurrency': sameMeaning,
    'OIDC=issuer': openIdInTwoPlaces,
  },
  'docs/guide/operator.md': { [environmentFile]: loadedByShell, [loading]: loadedByShell },
  [operating]: {
    '# values.yaml': chartValues,
    'config: { METRICS_FILE': tokenOfMetrics,
    'services:': composeOverride,
    'volumes: [{': (text) => assert.ok(partOfValues(text).volumeMounts),
    'networkPolicy:': (text) => assert.equal(partOfValues(text).networkPolicy.egress.length, 3),
    'OIDC=issuer': (text) => assert.ok(configOf({ ...variablesIn(text), ...publicUrl }).oidc),
    '[{"issuer"': (text) => assert.equal(configOf({ TRUSTED_ISSUERS: text }).trustedIssuers.length, 1),
    'GATEWAY=phoss-ap': () => assert.equal(configOf(accessPoint()).gateway.kind, 'phoss-ap'),
    'GATEWAY_URL=default': (text) => {
      const { gateway } = configOf({ ...accessPoint(), ...variablesIn(text) })
      assert.ok(gateway.kind === 'phoss-ap' && gateway.accessPoints.length === 2)
    },
    'REPORT_WITHDRAWALS=on': (text) => assert.equal(configOf(variablesIn(text)).reportWithdrawals, true),
    'BLOBS_URL=': objectStores,
  },
  'docs/upgrading.md': { 'NOTICE_HOUR and': oldNames },
  'docs/integrating.md': {
    '# GitHub Actions': usedInWorkflow,
    '# .pre-commit-config': usedBeforeCommits,
  },
}
