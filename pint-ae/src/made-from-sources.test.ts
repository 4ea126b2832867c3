import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { madeFromSources } from './made-from-sources.ts'

suite('a text that is made from sources', () => {
  let home = ''
  let made = 0
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'selfbill-made-'))
    mkdirSync(join(home, 'sources/inside'), { recursive: true })
    for (const name of ['one.ts', 'inside/two.sch', 'other.test.ts']) write(name, name)
    made = 0
  })
  afterEach(() => rmSync(home, { recursive: true }))

  const place = (path: string) => pathToFileURL(join(home, path))
  const write = (name: string, text: string) => writeFileSync(join(home, 'sources', name), text)
  const keptFile = () => join(home, 'kept/text.json')

  /** As a process that begins now. */
  async function read(): Promise<string> {
    return madeFromSources(
      'text.json',
      [place('sources/')],
      () => {
        made += 1
        return `made ${made}`
      },
      place('kept/'),
      Date.now() + 1_000,
    )
  }

  test('is made once while the sources stay', async () => {
    assert.deepEqual([await read(), await read(), await read()], ['made 1', 'made 1', 'made 1'])
    assert.deepEqual(readdirSync(join(home, 'kept')), ['text.json'])
  })

  for (const [change, apply] of Object.entries<() => void>({
    'a file changes': () => write('inside/two.sch', 'changed'),
    'a file comes': () => write('inside/three.ts', ''),
    'a file goes': () => rmSync(join(home, 'sources/one.ts')),
    'the kept file was cut': () => writeFileSync(keptFile(), readFileSync(keptFile(), 'utf8').slice(0, -1)),
    'a byte of the kept text is another': () =>
      writeFileSync(keptFile(), readFileSync(keptFile(), 'utf8').replace('made', 'mode')),
    'the kept file is of other sources': () =>
      writeFileSync(
        keptFile(),
        readFileSync(keptFile(), 'utf8').replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      ),
    'the kept file is empty': () => writeFileSync(keptFile(), ''),
  }))
    test(`is made anew when ${change}`, async () => {
      await read()
      apply()
      assert.deepEqual([await read(), await read()], ['made 2', 'made 2'])
    })

  test('does not depend on tests', async () => {
    await read()
    write('other.test.ts', 'changed')
    assert.equal(await read(), 'made 1')
  })

  test('is not kept when a source changed after the process began, which may run the older one', async () => {
    const make = () => 'of the older source'
    assert.equal(await madeFromSources('text.json', [place('sources/')], make, place('kept/')), 'of the older source')
    assert.equal(await read(), 'made 1')
  })

  test('is made each time where nothing can be kept', async () => {
    writeFileSync(join(home, 'kept'), 'not a folder')
    assert.deepEqual([await read(), await read()], ['made 1', 'made 2'])
  })
})
