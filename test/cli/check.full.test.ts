import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { aMailServer } from '../support/notices/mail-server.ts'
import { commandLine, firstStart } from '../support/processes/command-line.ts'

describe('bin/selfbill check', () => {
  const { folder, selfbill } = commandLine()

  test('signs in to the mail server, sends nothing, and fails when the server is away or refuses', async () => {
    const server = await aMailServer()
    const place = `127.0.0.1:${server.port}`
    const check = (credentials: string) =>
      selfbill(['check'], {
        DATA_DIR: join(folder, 'data'),
        SMTP_URL: `smtp://${credentials}@${place}`,
        MAIL_FROM: 'bills@example.ae',
        PUBLIC_URL: 'https://bills.example',
      })
    try {
      await firstStart(join(folder, 'data'))
      const sound = await check('bills:p%40ss%2Fword')
      assert.equal(sound.code, 0, sound.stderr + sound.stdout)
      assert.match(sound.stdout, new RegExp(`The mail server ${place} can be used\\.`))
      const refused = await check('bills:wrong')
      assert.equal(refused.code, 1)
      assert.match(refused.stdout, new RegExp(`The mail server ${place} cannot be used: `))
      assert.equal(server.mails.length, 0)
    } finally {
      await server.stop()
    }
    const away = await check('bills:p%40ss%2Fword')
    assert.equal(away.code, 1)
    assert.match(away.stdout, new RegExp(`The mail server ${place} cannot be used: `))
    assert.match(away.stdout, /^The database is sound/)
  })
})
