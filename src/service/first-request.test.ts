import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FirstRequest, firstRequest } from './first-request.ts'

const folder = new URL('../../', import.meta.url).pathname
const plain: FirstRequest = {
  config: { database: { kind: 'embedded', directory: './data' }, issuer: 'selfbill', audience: 'selfbill' },
  address: 'http://127.0.0.1:8080',
  terminal: undefined,
  hasOthers: false,
  folder,
}

test('outside a terminal the curl makes its own token, with only the options it needs', () => {
  assert.match(firstRequest(plain), /-H "Authorization: Bearer \$\(bin\/selfbill token\)" /)
  assert.match(firstRequest({ ...plain, hasOthers: true }), /\$\(bin\/selfbill token --org Demo\)/)
  const elsewhere = firstRequest({ ...plain, folder: '/srv' })
  assert.match(elsewhere, /\$\(DATA_DIR=\/srv\/data bin\/selfbill token\)/)
  assert.match(elsewhere, /--data @examples\/purchase-invoice\.json$/m)
  const config = { ...plain.config, issuer: "it's us", audience: 'https://a.example/' }
  const named = firstRequest({ ...plain, config })
  assert.ok(named.includes("$(TOKEN_ISSUER='it'\\''s us' TOKEN_AUDIENCE=https://a.example/ bin/selfbill token)"), named)
})

test('a terminal shows a token and its lifetime, and a path to the example from its folder', () => {
  const shown = firstRequest({ ...plain, terminal: { token: 'eyJ.x.y', minutes: 15 }, folder: `${folder}docs` })
  assert.match(shown, /-H 'Authorization: Bearer eyJ\.x\.y' /)
  assert.match(shown, /valid for 15 minutes/)
  assert.match(shown, /--data @\.\.\/examples\/purchase-invoice\.json$/m)
})
