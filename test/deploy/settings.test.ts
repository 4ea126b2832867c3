import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { isMember } from '../../src/config/members.ts'
import { settings } from '../../src/config/settings.ts'
import { composeEnvironment, composeFile, composeVariables } from './compose-file.ts'
import { deployFile, projectFile } from './deploy-files.ts'
import { assignmentsOf, stagesIn } from './dockerfile.ts'
import { environmentOf, settingsIn } from './env-file.ts'
import { UnitFile } from './unit-file.ts'

// The settings in deploy/ are variables that exist, and the service accepts them: as the files are,
// and with everything switched on.

const unit = new UnitFile(deployFile('systemd/selfbill.service'))
const unitSettings = settingsIn(deployFile('systemd/selfbill.env'))
const composeSettings = settingsIn(deployFile('compose/example.env'))
const values = parse(deployFile('helm/selfbill/values.yaml'))
const valuesSchema = JSON.parse(deployFile('helm/selfbill/values.schema.json'))
const image = Object.assign(
  {},
  ...stagesIn(deployFile('Dockerfile'))
    .flatMap(({ instructions }) => instructions)
    .filter(({ name }) => name === 'ENV')
    .map(({ text }) => assignmentsOf(text)),
)
/** The commented lines of the chart's `config`. */
const chartExample: Readonly<Record<string, string>> = parse(
  Array.from(deployFile('helm/selfbill/values.yaml').matchAll(/^# {2}([A-Z].*)$/gm), ([, line]) => line).join('\n'),
)
/** Set in _parts.tpl for every container. */
const chartFixed = Object.fromEntries(
  Array.from(
    deployFile('helm/selfbill/templates/_parts.tpl').matchAll(/- name: ([A-Z_]+)\n +value: '?([^'\n]*)/g),
    ([, name, value]) => [name, value],
  ),
)
const secrets = {
  DATABASE_URL: 'postgres://selfbill:secret@db.example/selfbill',
  SECRET_KEY: '5e'.repeat(32),
  GATEWAY_TOKEN: 'token',
  INBOUND_SECRET: 's'.repeat(32),
}
const network = {
  ...environmentOf(composeSettings, true),
  ...secrets,
  GATEWAY: 'phoss-ap',
  DATABASE_PASSWORD: 'secret',
}
const trial = { ...environmentOf(composeSettings), SECRET_KEY: secrets.SECRET_KEY, DATABASE_PASSWORD: 'secret' }

test('every variable is a declared setting', () => {
  const known = new Set(Object.keys(settings))
  const others = /^(NODE_|MALLOC_)/
  const used = {
    unit: Object.keys(unit.environment),
    'selfbill.env': unitSettings.map(({ name }) => name),
    Dockerfile: Object.keys(image),
    'compose.yaml': Object.keys(composeEnvironment('selfbill', network)),
    chart: [...Object.keys(chartExample), ...Object.keys(chartFixed)],
    'values.schema.json': valuesSchema.properties.config.propertyNames.not.enum,
  }
  for (const [file, names] of Object.entries(used)) {
    assert.ok(names.length > 1, file)
    const strangers = names.filter((name: string) => !known.has(name) && !others.test(name))
    assert.deepEqual(strangers, [], file)
  }
})

test('the unit and its settings are accepted as they are, and with every line switched on', () => {
  const asIs = readConfig({ ...unit.environment, ...environmentOf(unitSettings) })
  assert.deepEqual(asIs.database, { kind: 'embedded', directory: '/var/lib/selfbill' })
  assert.equal(asIs.isDemoSeeded, false)
  const all = { ...unit.environment, ...environmentOf(unitSettings, true), ...secrets }
  assert.equal(readConfig({ ...all, GATEWAY: 'phoss-ap' }).gateway.kind, 'phoss-ap')
})

test('the command line of the machine runs what the unit runs, as its user, with its settings', () => {
  const script = deployFile('systemd/selfbill')
  const [program = '', main = ''] = unit.command
  for (const words of [
    ...[`runuser -u ${unit.one('User')} -- ${program} --env-file=${unit.one('EnvironmentFile')}`, `${main} "$@"`],
    ...['NODE_ENV', 'DATA_DIR'].map((name) => `${name}=${unit.environment[name]}`),
  ])
    assert.ok(script.includes(words), words)
})

test('the containers of compose.yaml are accepted as a trial and on the network', () => {
  const sandbox = readConfig({ ...image, ...composeEnvironment('selfbill', trial) })
  assert.equal(sandbox.gateway.kind, 'sandbox')
  assert.deepEqual(sandbox.database, { kind: 'postgres', url: 'postgres://selfbill:secret@database/selfbill' })
  const { gateway, inbound, metrics } = readConfig({ ...image, ...composeEnvironment('selfbill', network) })
  assert.ok(gateway.kind === 'phoss-ap')
  assert.deepEqual(
    gateway.accessPoints.map(({ name, url }) => [name, url.href]),
    [['default', 'http://access-point:8080/']],
  )
  assert.equal(inbound?.secret, secrets.INBOUND_SECRET)
  assert.deepEqual(metrics.listener, { host: '0.0.0.0', port: 9464 })
  assert.throws(() => composeFile({}), /set it in \.env/)
})

test('every setting in .env reaches the container, but for those that belong to its inside', () => {
  const inside = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'EMBEDDED_DATABASE']
  const offered = Object.keys(settings).filter((name) => !isMember(name) && !inside.includes(name))
  const values = Object.fromEntries(offered.map((name) => [name, `value of ${name}`]))
  const passed = composeEnvironment('selfbill', { ...network, ...values })
  for (const name of offered) assert.equal(passed[name], values[name], name)
  assert.deepEqual(Object.keys(passed).toSorted(), [...offered, 'DATABASE_URL'].toSorted(), 'and nothing else')
})

test('the passwords of the other services do not reach the service', () => {
  const others = ['ACCESS_POINT_DATABASE_PASSWORD', 'KEYSTORE_PASSWORD']
  const own = composeEnvironment('selfbill', { ...network, ...Object.fromEntries(others.map((name) => [name, name])) })
  for (const value of Object.values(own)) assert.ok(!others.includes(value), value)
})

test('example.env has every variable of compose.yaml, and no other', () => {
  const offered = composeSettings.map(({ name }) => name).filter((name) => name !== 'COMPOSE_PROFILES')
  assert.deepEqual([...new Set(offered)].toSorted(), [...composeVariables()].toSorted())
})

test('the chart is accepted with its example', () => {
  const { gateway } = readConfig({ ...image, ...chartFixed, ...chartExample, ...secrets })
  assert.equal(gateway.kind, 'phoss-ap')
})

test('the access point of compose.yaml has every property of the guide', () => {
  const guide = projectFile('docs/operating.md')
  const table = /^\| Property \| Value \| Why \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/m.exec(guide)?.[1] ?? ''
  const environment = composeEnvironment('access-point', network)
  const properties = table.split('\n').flatMap((row) => propertiesIn(row.split(' | ')[0] ?? ''))
  const variables = properties.map((property) => property.toUpperCase().replaceAll(/[.-]/g, '_'))
  assert.ok(variables.length > 15)
  assert.deepEqual(
    variables.filter((name) => !(name in environment)),
    [],
  )
  assert.equal(environment.FORWARDING_MODE, 'http_post_sync')
  assert.equal(environment.FORWARDING_HTTP_HEADERS_1_VALUE, secrets.INBOUND_SECRET)
  assert.equal(environment.PHASE4_API_REQUIREDTOKEN, secrets.GATEWAY_TOKEN)
  assert.equal(environment.SMPCLIENT_TRUSTSTORE_PATH, 'truststore/2025/smp-test-truststore.p12')
})

test('every way to run it gives a stop the same time', () => {
  const compose = composeFile(network).services.selfbill?.stop_grace_period
  assert.deepEqual(
    [unit.one('TimeoutStopSec'), compose, `${values.terminationGracePeriodSeconds}s`],
    Array(3).fill('60s'),
  )
})

/** `a.b`, `.c` → `a.b`, `a.c`. */
function propertiesIn(cell: string): readonly string[] {
  const names = Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
  const stem = (names[0] ?? '').replace(/\.[^.]+$/, '')
  return names.map((name) => (name.startsWith('.') ? stem + name : name))
}
