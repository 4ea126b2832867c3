import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { consoleOver } from '../../../test/support/console/console.ts'
import { aMember } from '../../../test/support/console/members.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { aLine, aPurchaseInvoice } from '../../../test/support/requests/requests.ts'
import { eachService } from '../../../test/support/service/service.ts'

eachService('a browser that leaves', (start) => {
  test('in the middle of a download or of events leaves no line in the log', async (t) => {
    const running = await start.shared()
    const member = await aMember(running, { role: 'clerk' })
    const lines: string[] = []
    const console = await consoleOver(running, { logTo: { write: (line) => lines.push(line) } })
    t.after(() => console.server.close())
    const browser = console.browser()
    await browser.submit(`/console/sign-in/${await member.link()}`)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const line = aLine({ description: 'x'.repeat(1000) })
    const { json, status, text } = await member.tenant.post(
      `/api/purchase-invoices/${member.tenant.profileId}`,
      aPurchaseInvoice({ document_lines: Array.from({ length: 400 }, () => line) }),
    )
    assert.equal(status, 201, text)
    const address = await console.server.listen({ host: '127.0.0.1', port: 0 })
    for (const path of ['xml', 'pdf', 'evidence', 'answer.json', 'request.json', 'log.json', 'print', 'live']) {
      for (const moment of ['before the answer', 'at its head', 'in its middle'] as const) {
        const sent = request(`${address}/console/documents/purchase-invoices/${json.id}/${path}`, {
          headers: { cookie, 'accept-encoding': 'identity' },
        })
        sent.on('error', () => undefined)
        const answered = once(sent, 'response')
        sent.end()
        if (moment === 'before the answer') {
          answered.catch(() => undefined)
          await once(sent, 'finish')
        } else {
          const [response] = await answered
          response.on('error', () => undefined)
          if (moment === 'in its middle') await once(response, 'data')
        }
        sent.destroy()
      }
    }
    await eventually(async () => (running.service.parts.gate.held.heavy === 0 ? true : undefined))
    await eventually(async () => (running.service.parts.gate.held.light === 0 ? true : undefined))
    const still = await browser.open(`/console/documents/purchase-invoices/${json.id}`)
    assert.equal(still.status, 200)
    await console.server.close()
    assert.deepEqual(lines, [])
  })
})
