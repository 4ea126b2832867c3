import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { openPeople } from '../../src/people/sign-in.ts'
import { openStore } from '../../src/store/store.ts'
import { memberOf } from '../support/member-of.ts'
import { binary, commandLine, root } from '../support/processes/command-line.ts'
import { aBuyer, jsonOf } from '../support/requests/requests.ts'

// The first minutes of a new user: the demo, and the first start of the service.

describe('the first start of bin/selfbill', () => {
  const { folder, selfbill } = commandLine()

  test('the demo shows each envelope and the status that answers it, within 100 columns', async () => {
    const { code, stdout, stderr } = await selfbill(['demo'])
    assert.equal(code, 0, stderr)
    const lines = stdout.split('\n')
    assert.deepEqual(
      lines.filter((line) => line.length > 100),
      [],
    )
    const sent = Array.from(stdout.matchAll(/instance {2}(\S+), MLS_TYPE ALWAYS_SEND/g), ([, uuid]) => uuid)
    const judged = Array.from(stdout.matchAll(/says {6}(?:AP|AB|RE) about (\S+)/g), ([, uuid]) => uuid)
    assert.equal(new Set(sent).size, 6)
    assert.deepEqual(judged.toSorted(), sent.toSorted())
    assert.equal(stdout.match(/to {8}0242:000006-TESTBED\.3001\n/g)?.length, 3)
    assert.match(stdout, /RE about [\s\S]+ {10}because {3}BV at NA: /)
    assert.match(stdout, / {10}IBR-128-AE {2}accounting_supplier_party\.postal_address\.country_subentity: A UAE/)
    assert.match(stdout, /\(MLS\) with the verdict: AP accepted, AB [^,]+, RE rejected\./)
  })

  test('a first start seeds the demo, prints a curl that works and shows no token, and the command line works beside it', async () => {
    // Neither folder nor names are the defaults, so the pasted command must name them.
    const env = {
      ...process.env,
      DATA_DIR: join(folder, "data's"),
      TOKEN_ISSUER: 'https://issuer.example/',
      PORT: '0',
      TUNING: 'sandbox_delay_ms=0',
    }
    const own = { DATA_DIR: env.DATA_DIR, TOKEN_ISSUER: env.TOKEN_ISSUER }
    const service = spawn(binary, ['serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const printed = await untilPrinted(service.stdout, /docs\/integrating\.md/)
      const address = /listens on (\S+)/.exec(printed)?.[1] ?? ''
      assert.doesNotMatch(printed, /eyJ|sign-in\//, 'a log must not show a token or a login link')
      const link = linkOf(await pasted(printed, /^ {2}(\S.* bin\/selfbill login-link)$/m))
      assert.equal(link.origin, new URL(address).origin)
      assert.equal(await signIn(env.DATA_DIR, link), 'operator')
      assert.equal(await signIn(env.DATA_DIR, link), undefined, 'it works once')
      const created = JSON.parse(await pasted(printed))
      assert.match(created.document_number, /^PINV-/)
      const body = await readFile(join(root, /--data @(\S+)/.exec(printed)?.[1] ?? ''), 'utf8')
      const post = (authorization: string, profileId: string) =>
        fetch(`${address}/api/purchase-invoices/${profileId}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${authorization}`, 'content-type': 'application/json' },
          body,
        })
      const token = (await selfbill(['token'], own)).stdout.trim()
      assert.equal((await post(token, 'BP-DEMO000001')).status, 201)
      const another = await selfbill(['token'], own)
      assert.equal(another.code, 0, another.stderr)
      assert.equal((await post(another.stdout.trim(), 'BP-DEMO000001')).status, 201)
      const file = join(folder, 'new-profile.json')
      await writeFile(file, jsonOf(aBuyer()))
      const added = await selfbill(['profile', 'add', file], own)
      assert.match(added.stdout, /^BP-[0-9A-HJKMNP-TV-Z]{10}\n$/)
      assert.equal((await post(token, added.stdout.trim())).status, 201)
      assert.equal((await selfbill(['token', '--org', 'Nobody'], own)).code, 1)
      assert.equal((await selfbill(['legs'], own)).code, 2)
      assert.deepEqual(await selfbill(['legs', '--stalled'], own), { code: 0, stdout: '', stderr: '' })
      const notStalled = await selfbill(['retry', '00000000-0000-4000-8000-000000000000'], own)
      assert.equal(notStalled.code, 1)
      assert.match(notStalled.stderr, /^selfbill retry: there is no stalled leg/)
      const advanced = await selfbill(['sandbox', 'advance', '30m'], own)
      assert.match(advanced.stdout, /^Demo is now at \S+Z\.\n$/, advanced.stderr)
      const named = await selfbill(['sandbox', 'advance', '30m', '--org', 'Demo'], own)
      assert.match(named.stdout, /^Demo is now at \S+Z\.\n$/, named.stderr)
      assert.equal((await selfbill(['sandbox', 'advance', '30m', '--org', 'Nobody'], own)).code, 1)
      const tooFar = await selfbill(['sandbox', 'advance', '3650d'], own)
      assert.deepEqual([tooFar.code, tooFar.stdout], [1, ''])
      assert.match(tooFar.stderr, /^selfbill sandbox: Demo: The clock of the sandbox may be 3650 days ahead at most\n$/)
      assert.equal((await selfbill(['sandbox', 'advance', '-1h'], own)).code, 2)
      assert.equal((await selfbill(['token', '--scope', 'everything'], own)).code, 2)
      const admin = await selfbill(['token', '--scope', 'admin'], own)
      const further = await fetch(`${address}/sandbox/clock/advance`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.stdout.trim()}`, 'content-type': 'application/json' },
        body: '{"by": "PT1H"}',
      })
      assert.equal(memberOf(await further.json(), 'ahead_ms'), 2 * 3_600_000)
      assert.equal((await post(admin.stdout.trim(), 'BP-DEMO000001')).status, 403)
      assert.match((await selfbill(['migrate'], own)).stdout, /up to date/)
      assert.equal((await selfbill(['check'], own)).code, 0)
      const copy = join(folder, 'copy.db')
      assert.equal((await selfbill(['backup', copy], own)).code, 0)
      assert.ok((await readFile(copy)).subarray(0, 15).equals(Buffer.from('SQLite format 3')))
    } finally {
      service.kill('SIGTERM')
      await once(service, 'exit')
    }
    assert.equal(service.exitCode, 0)
  })

  test('in a terminal it prints a curl with a token for 15 minutes', { skip: whyNoTerminal() }, async () => {
    const env = { ...process.env, DATA_DIR: join(folder, 'terminal'), PORT: '0', TUNING: 'sandbox_delay_ms=0' }
    const terminal = spawn('script', ['-qefc', `exec ${binary} serve`, '/dev/null'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const printed = (await untilPrinted(terminal.stdout, /docs\/integrating\.md/)).replaceAll('\r', '')
      const { iat, exp } = decodeJwt(/Bearer (eyJ[^']+)'/.exec(printed)?.[1] ?? '')
      assert.equal(Number(exp) - Number(iat), 15 * 60)
      assert.match(printed, /valid for 15 minutes/)
      const address = /listens on (\S+)/.exec(printed)?.[1] ?? ''
      const link = linkOf(printed)
      assert.equal(link.origin, new URL(address).origin)
      assert.equal(await signIn(env.DATA_DIR, link), 'operator')
      assert.match(JSON.parse(await pasted(printed)).document_number, /^PINV-/)
    } finally {
      terminal.kill('SIGTERM')
      await once(terminal, 'exit')
    }
  })
})

/** `script` of util-linux runs a command in its own terminal. */
function whyNoTerminal(): string | false {
  const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true
  return hasScript ? false : 'there is no script(1) of util-linux'
}

/** The output of the printed command, pasted into a shell in the folder of this installation. */
function pasted(printed: string, wanted = /^ {2}(curl [\s\S]*?)\n\n/m): Promise<string> {
  const command = wanted.exec(printed)?.[1] ?? ''
  const env = { PATH: process.env.PATH ?? '' }
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', command], { cwd: root, env }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${command}\n${stderr}`, { cause: error })),
    )
  })
}

function linkOf(printed: string): URL {
  return new URL(/\bhttp:\/\/\S+\/console\/sign-in\/[\w-]{43}\b/.exec(printed)?.[0] ?? assert.fail(printed))
}

/** Uses the link up, as the page behind it does. Returns the role of the person. */
async function signIn(dataDir: string, { pathname }: URL): Promise<string | undefined> {
  const store = await openStore({ dataDir }, Date.now())
  try {
    const people = openPeople({
      db: store.database,
      now: Date.now,
      issueToken: () => assert.fail('no token'),
      provider: undefined,
    })
    const session = await people.signInByLink(pathname.split('/').at(-1) ?? '')
    return session?.signedIn.person.role
  } finally {
    await store.close()
  }
}

async function untilPrinted(stream: NodeJS.ReadableStream, wanted: RegExp): Promise<string> {
  let printed = ''
  for await (const chunk of stream) {
    printed += String(chunk)
    if (wanted.test(printed)) return printed
  }
  throw new Error(`the process ended: ${printed}`)
}
