import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'

// Each rule of .dependency-cruiser.mjs finds a violation. `npm run check` applies the rules to the
// project itself.

const root = new URL('../../', import.meta.url).pathname

suite('the rules of imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-imports-'))
  after(() => rmSync(folder, { recursive: true }))

  test('each rule finds its violation and nothing else', () => {
    writeFiles(folder, {
      'schematron/src/engine.ts': "import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n",
      'schematron/src/upwards.ts': "import type { Api } from '../../src/api/api.ts'\nexport type Upwards = Api\n",
      'pint-ae/src/codelists/reads-files.ts':
        "import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n",
      'src/api/inside.ts': "export type { Upwards } from '../../schematron/src/upwards.ts'\n",
      'src/api/by-its-entry.ts': "export { read } from '../../schematron/src/engine.ts'\n",
      'pint-ae/src/messages/upwards.ts':
        "import type { Api } from '../../../src/api/api.ts'\nexport type Upwards = Api\n",
      'src/api/api.ts': 'export interface Api { one: 1 }\n',
      'src/api/late.ts': "export const late = () => import('../cli/cli.ts')\n",
      'src/api/of-a-test.ts': "import { support } from '../../test/support.ts'\nexport const of = support\n",
      'src/cli/cli.ts': 'export const cli = 1\n',
      'pint-ae/src/json/one.ts': "import type { Two } from './two.ts'\nexport const one: Two = 1\n",
      'pint-ae/src/json/two.ts': "import type { one } from './one.ts'\nexport type Two = 1 | typeof one\n",
      'pint-ae/src/json/gone.ts': "import { nothing } from './nothing.ts'\nexport const gone = nothing\n",
      'src/attic/chest.ts': 'export const chest = 1\n',
      'src/attic/lid.ts': "export { chest } from './chest.ts'\n",
      'pint-ae/src/document/document.ts': "export { shape } from './request-shapes.ts'\n",
      'pint-ae/src/document/request-shapes.ts': 'export const shape = 1\n',
      'pint-ae/src/ubl/past-the-rules.ts':
        "import { shape } from '../document/request-shapes.ts'\nexport const without = shape\n",
      'pint-ae/src/ubl/orderly.ts': "import { shape } from '../document/document.ts'\nexport const orderly = shape\n",
      'src/api/traced.ts': "import { trace } from '@opentelemetry/api'\nexport const traced = trace\n",
      'src/tracing/span.ts': "import { trace } from '@opentelemetry/api'\nexport const span = trace\n",
      'package.json': '{ "dependencies": { "@opentelemetry/api": "1.9.1" } }\n',
      'node_modules/@opentelemetry/api/package.json': '{ "name": "@opentelemetry/api" }\n',
      'node_modules/@opentelemetry/api/index.js': 'export const trace = 1\n',
      'client/src/leaning.ts': "import { cli } from '../../src/cli/cli.ts'\nexport const leaning = cli\n",
      'printing/files.js': 'export const file = 1\n',
      'src/render/pdf/early.ts':
        "import { file } from '../../../printing/files.js'\nexport interface Early { file: typeof file }\n",
      'src/render/outside.ts': "export { file } from '../../printing/files.js'\n",
      'src/render/print.ts':
        "import type { Early } from './pdf/early.ts'\nexport const print = (): Promise<{ early?: Early }> => import('./pdf/early.ts')\n",
      'src/render/printer.ts': "import { early } from './pdf/early.ts'\nexport const printer = early\n",
      'test/support.ts': 'export const support = 1\n',
    })
    assert.deepEqual(found(folder, ['src', 'schematron', 'pint-ae', 'client', 'test']), [
      'client-stands-alone client/src/leaning.ts src/cli/cli.ts',
      'no-circles pint-ae/src/json/one.ts pint-ae/src/json/two.ts',
      'no-missing-file pint-ae/src/json/gone.ts ./nothing.ts',
      'no-unknown-room src/attic/lid.ts src/attic/chest.ts',
      'only-pdf-prints src/render/outside.ts printing/files.js',
      'pdf-on-demand src/render/printer.ts src/render/pdf/early.ts',
      'pure-rooms pint-ae/src/codelists/reads-files.ts fs',
      'room-api src/api/late.ts src/cli/cli.ts',
      'room-api src/api/of-a-test.ts test/support.ts',
      'room-messages pint-ae/src/messages/upwards.ts src/api/api.ts',
      'rules-come-with-requests pint-ae/src/ubl/past-the-rules.ts pint-ae/src/document/request-shapes.ts',
      'schematron-by-its-entries src/api/inside.ts schematron/src/upwards.ts',
      'the-document-library-stands-alone pint-ae/src/messages/upwards.ts src/api/api.ts',
      'the-rule-engine-is-pure schematron/src/engine.ts fs',
      'the-rule-engine-stands-alone schematron/src/upwards.ts src/api/api.ts',
      'tracing-alone-knows-opentelemetry src/api/traced.ts node_modules/@opentelemetry/api/index.js',
    ])
  })
})

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

function found(folder: string, places: readonly string[]): readonly string[] {
  const config = join(root, '.dependency-cruiser.mjs')
  const program = join(root, 'scripts/check/node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [program, '--config', config, '--output-type', 'json', ...places]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  assert.notEqual(stdout, '', stderr)
  const { summary }: Report = JSON.parse(stdout)
  return summary.violations
    .map(({ rule, from, to }) => [rule.name, from, ...(to === from ? [] : [to])].join(' '))
    .sort()
}

interface Report {
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string }
      readonly from: string
      readonly to: string
    }[]
  }
}
