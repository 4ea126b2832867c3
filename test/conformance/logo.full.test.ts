import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The logo of an organisation on its printed pages: docs/decisions/0156.

/** 24 by 8 pixels in grey shades of red, green and blue, and 8 by 8 in the four colours of printers. */
const jpeg = [
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7',
  'gYKBTmCNl4x9lnN+gXz/2wBDARQXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8',
  'fHx8fHx8fHz/wgARCAAIABgDAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/9oA',
  'DAMBAAIQAxAAAAGQD//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAQUCf//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMB',
  'AT8Bf//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8Bf//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEABj8Cf//EABQQ',
  'AQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8hf//aAAwDAQACAAMAAAAQkn//xAAUEQEAAAAAAAAAAAAAAAAAAAAQ/9oACAEDAQE/',
  'EH//xAAUEQEAAAAAAAAAAAAAAAAAAAAQ/9oACAECAQE/EH//xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAE/EH//2Q==',
].join('')
const fourColours = [
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GC',
  'gU5gjZeMfZZzfoF8/8IAFAgACAAIBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAX/2gAOBEMATQBZAEsAAAABFFFZ',
  '/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBQwABBQJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBTQABBQJ//8QAFBABAAAA',
  'AAAAAAAAAAAAAAAAAP/aAAgBWQABBQJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBSwABBQJ//8QAFBABAAAAAAAAAAAAAAAA',
  'AAAAAP/aAAgBQwAGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBTQAGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgB',
  'WQAGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBSwAGPwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBQwABPyF//8QA',
  'FBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBTQABPyF//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBWQABPyF//8QAFBABAAAAAAAA',
  'AAAAAAAAAAAAAP/aAAgBSwABPyF//9oADgRDAE0AWQBLAAAAEP8A/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBQwABPxB//8QA',
  'FBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBTQABPxB//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBWQABPxB//8QAFBABAAAAAAAA',
  'AAAAAAAAAAAAAP/aAAgBSwABPxB//9k=',
].join('')

eachService('the logo', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
  })
  const path = '/api/organisation/logo'
  const set = (content: string | Uint8Array, type = 'image/png') => {
    const file_content = typeof content === 'string' ? content : Buffer.from(content).toString('base64')
    return tenant.send('PUT', path, { file_type: type, file_content })
  }

  test('it is stored, read, printed and removed', async () => {
    const none = await tenant.get(path)
    assert.deepEqual([none.status, none.json.errors], [404, { message: 'The organisation has no logo' }])
    const { json: invoice } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const printed = async (format: string) => (await tenant.get(`/api/purchase-invoices/${invoice.id}/${format}`)).text
    assert.doesNotMatch(await printed('html'), /<img/)
    for (const [type, content] of [
      ['image/png', png(30, 20).toString('base64')],
      ['image/jpeg', jpeg],
    ] as const) {
      const { status, json, text } = await set(content, type)
      assert.equal(status, 200, text)
      assert.deepEqual((await tenant.get(path)).json, json)
      assert.deepEqual([json.file_type, json.file_content], [type, content])
      assert.deepEqual([json.width, json.height], type === 'image/png' ? [30, 20] : [24, 8])
      assert.ok((await printed('html')).includes(`<img class="logo" alt="" src="data:${type};base64,${content}">`))
      assert.match(await printed('pdf'), /\/Subtype \/Image/)
    }
    const stranger = await running.tenant()
    assert.equal((await stranger.get(path)).status, 404)
    assert.equal((await tenant.send('DELETE', path)).status, 204)
    assert.equal((await tenant.send('DELETE', path)).status, 404)
    assert.doesNotMatch(await printed('html'), /<img/)
  })

  test('what is no picture of its type, too large, or has too many pixels is refused with the reason', async () => {
    const whole = png(30, 20)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const pixels = 'A logo has at most 2000 pixels on a side'
    const unreadable = 'The file is no whole picture of type image/png in grey or RGB'
    for (const [content, reason] of [
      [svg, unreadable],
      [whole.subarray(0, -20), unreadable],
      [Buffer.from(whole.toString('latin1').replace('IDAT', 'IDAX'), 'latin1'), unreadable],
      [png(30, 20, 10), unreadable],
      [png(2001, 1), pixels],
      [png(1, 2001), pixels],
      [png(60_000, 60_000, 1), pixels],
      [Buffer.alloc(256 * 1024 + 1, whole), 'A logo has at most 262144 bytes'],
    ] as const) {
      const { status, json } = await set(content)
      assert.deepEqual([status, json.errors], [400, { file_content: reason }])
    }
    for (const content of [fourColours, whole.toString('base64'), jpeg.slice(0, 80)])
      assert.match((await set(content, 'image/jpeg')).text, /no whole picture of type image\/jpeg/)
    for (const [content, type] of [
      [svg, 'image/svg+xml'],
      ['not base64!', 'image/png'],
    ] as const)
      assert.equal((await set(content, type)).status, 400)
    assert.equal((await tenant.get(path)).status, 404)
  })
})

/** A PNG in RGB; with fewer lines than it says, if `lines` is less. */
function png(width: number, height: number, lines = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(lines * (1 + 3 * width), 0))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
