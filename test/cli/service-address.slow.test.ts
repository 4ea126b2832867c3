import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type FolderLock, lockFolder } from '../../src/store/database/folder-lock.ts'
import { freePort } from '../deploy/free-port.ts'
import { commandLineProcess } from '../support/processes/command-line.ts'
import { type DemoService, startDemoService } from '../support/service/demo-service.ts'

// A command beside a service finds it whatever its port, and SELFBILL_URL names any other.

suite('the address of the service', () => {
  const { selfbill, folder } = commandLineProcess()
  let demo: DemoService
  let lock: FolderLock
  let own: Readonly<Record<string, string>>
  before(async () => {
    demo = await startDemoService(folder)
    lock = lockFolder(`${folder}/data`)
    lock.announce(demo.address)
    own = { DATA_DIR: `${folder}/data`, SELFBILL_TOKEN: demo.token }
  })
  after(async () => {
    lock.release()
    await demo.stop()
  })

  test('mcp finds the service on this machine, on whatever port', async () => {
    const { code, stderr } = await selfbill(['mcp'], { ...own, SELFBILL_URL: '' })
    assert.deepEqual([code, stderr], [0, `selfbill mcp: ${demo.address}, read-only\n`])
  })

  test('mcp says that nothing answers', async () => {
    const port = await freePort()
    const { code, stderr } = await selfbill(['mcp'], { ...own, DATA_DIR: `${folder}/none`, PORT: String(port) })
    const [first = '', second] = stderr.split('\n')
    assert.match(
      first,
      new RegExp(`^selfbill mcp: nothing answers at http://127\\.0\\.0\\.1:${port}, .*set SELFBILL_URL`),
    )
    assert.deepEqual([code, second], [0, `selfbill mcp: http://127.0.0.1:${port}, read-only`])
  })

  test('mcp asks for SELFBILL_URL where the settings are of no service', async () => {
    const { code, stderr } = await selfbill(['mcp'], { ...own, NODE_ENV: 'production', GATEWAY: '' })
    assert.equal(code, 2)
    assert.match(stderr, /^selfbill mcp: set SELFBILL_URL to the address of the service/)
  })

  test('listen reads SELFBILL_URL', async () => {
    const elsewhere = { ...own, SELFBILL_TOKEN: '', SELFBILL_URL: 'https://selfbill.example/' }
    const { code, stderr } = await selfbill(['listen', '--forward', 'http://127.0.0.1:9/'], elsewhere)
    assert.equal(code, 2)
    assert.match(stderr, /for https:\/\/selfbill\.example, set SELFBILL_TOKEN/)
  })
})
