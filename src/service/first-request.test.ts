import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type FirstRequest, firstRequest } from './first-request.ts'
import { shellOf } from './shell.ts'

const folder = join(import.meta.dirname, '../..')
const plain: FirstRequest = {
  config: {
    database: { kind: 'embedded', directory: './data' },
    issuer: 'selfbill',
    audience: 'selfbill',
    publicUrl: undefined,
  },
  address: 'http://127.0.0.1:8080',
  terminal: undefined,
  hasOthers: false,
  folder,
  shell: shellOf('linux'),
  place: { files: folder, home: folder, command: 'bin/selfbill' },
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
  const shown = firstRequest({
    ...plain,
    terminal: { token: 'eyJ.x.y', minutes: 15, loginAddress: 'http://a.example/console/sign-in/x' },
    folder: join(folder, 'docs'),
  })
  assert.match(shown, /-H 'Authorization: Bearer eyJ\.x\.y' /)
  assert.match(shown, /^ {2}http:\/\/a\.example\/console\/sign-in\/x$/m)
  assert.match(shown, /valid for 15 minutes/)
  assert.match(shown, /--data @\.\.\/examples\/purchase-invoice\.json$/m)
})

test('outside a terminal the command that prints a login link knows the database and the address', () => {
  assert.match(firstRequest(plain), /^ {2}bin\/selfbill login-link$/m)
  const elsewhere = firstRequest({ ...plain, folder: '/srv', address: 'http://127.0.0.1:9000', hasOthers: true })
  assert.match(
    elsewhere,
    /^ {2}DATA_DIR=\/srv\/data PUBLIC_URL=http:\/\/127\.0\.0\.1:9000 bin\/selfbill login-link --org Demo$/m,
  )
  const config = { ...plain.config, publicUrl: 'https://bills.example' }
  assert.match(
    firstRequest({ ...plain, config }),
    /^ {2}PUBLIC_URL=https:\/\/bills\.example bin\/selfbill login-link$/m,
  )
})

test('an installed package is called in the working directory, where its data is too', () => {
  const files = '/srv/node_modules/selfbill'
  const shown = firstRequest({ ...plain, folder: '/srv', place: { files, home: '/srv', command: 'npx selfbill' } })
  assert.match(shown, /demo organisation, in \/srv\.$/m)
  assert.match(shown, /"Authorization: Bearer \$\(npx selfbill token\)"/)
  assert.match(shown, /--data @node_modules\/selfbill\/examples\/purchase-invoice\.json$/m)
  assert.match(shown, /The guide: node_modules\/selfbill\/docs\/integrating\.md$/)
})

test('on Windows the commands are for PowerShell', () => {
  const shown = firstRequest({
    ...plain,
    shell: shellOf('win32'),
    config: { ...plain.config, issuer: "it's us" },
    place: { ...plain.place, command: 'npx selfbill' },
  })
  assert.match(shown, /curl\.exe -s -X POST \S+ `\n/)
  assert.ok(shown.includes(`"Authorization: Bearer $($env:TOKEN_ISSUER = 'it''s us'; npx selfbill token)"`), shown)
  assert.match(shown, /--data '@examples\/purchase-invoice\.json'$/m)
})
