import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { type AddressRange, isAllowedAddress, readRange } from './addresses.ts'
import { addressOf, judgeTarget, readTarget, type TargetPolicy, TargetRefused } from './target.ts'

// The targets that are allowed and refused, in every spelling of an address and for every DNS
// answer.

const never = new AbortController().signal
const ranges = (...texts: readonly string[]) =>
  texts.map((text) => readRange(text) ?? assert.fail(`${text} is no range`))
const resolving = (addresses: readonly string[]) => ({ resolve: async () => addresses, allowed: [] })

const inside = [
  // IPv4: this network, loopback, private, shared, link-local (metadata), protocol, documentation,
  // benchmarks, multicast, reserved
  ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['100.64.0.1', '100.127.255.255', '169.254.169.254', '192.0.0.1', '192.0.0.192', '192.0.2.1', '198.51.100.7'],
  ...['203.0.113.9', '198.18.0.1', '198.19.255.255', '192.88.99.1', '224.0.0.1', '239.255.255.250', '240.0.0.1'],
  '255.255.255.255',
  // IPv6: unspecified, loopback, link-local, unique local, site-local, multicast, documentation,
  // discard, Teredo, ORCHID
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '2001:db8::1', '3fff::1', '100::1'],
  ...['2001::1', '2001:10::1', '2001:20::1', '5f00::1'],
  // IPv4 in IPv6: mapped, compatible, translated, 6to4, NAT64
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254', '::127.0.0.1', '::7f00:1'],
  ...[
    '::8.8.8.8',
    '::808:808',
    '::ffff:0:127.0.0.1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
  ],
  // Spellings that programs read differently
  ...['fe80::1%eth0', '0x7f.0.0.1', '0177.0.0.1', '127.1', '2130706433', '127.0.0.1.', 'localhost', '', ' 8.8.8.8'],
]
const outside = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8']

test('only public addresses are allowed', () => {
  for (const address of inside) assert.equal(isAllowedAddress(address, []), false, address)
  for (const address of outside) assert.equal(isAllowedAddress(address, []), true, address)
})

test('the configuration can allow private ranges, and only those', () => {
  const allowed = ranges('10.1.0.0/16', '127.0.0.1', 'fd00:1::/32')
  for (const address of ['10.1.2.3', '127.0.0.1', 'fd00:1::9', '::ffff:10.1.2.3', '8.8.8.8'])
    assert.equal(isAllowedAddress(address, allowed), true, address)
  for (const address of ['10.2.0.1', '127.0.0.2', 'fd00:2::9', '169.254.169.254', '2002:a01:203::', '64:ff9b::a01:203'])
    assert.equal(isAllowedAddress(address, allowed), false, address)
  for (const text of ['', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1', 'fd00::/129', '10.0.0/8', 'example.com'])
    assert.equal(readRange(text), undefined, text)
})

test('a URL must be https, without credentials and fragment', () => {
  const wrong = [
    ...['', 'example.com', 'http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)'],
    ...['https://', 'https://user@example.com/', 'https://user:word@example.com/', 'https://:word@example.com/'],
    ...[
      'https://example.com/#part',
      'https://exa mple.com/',
      'https://example.com:99999/',
      'https://[fe80::1%25eth0]/',
    ],
  ]
  for (const url of wrong) assert.ok(refusalOf(url, []), url)
  for (const url of ['https://example.com', 'https://example.com:8443/a?b=c', 'https://EXAMPLE.com./hook'])
    assert.equal(refusalOf(url, []), undefined, url)
  const target = readTarget('https://EXAMPLE.com.:8443/hook', [])
  assert.ok('url' in target)
  assert.equal(target.hostname, 'example.com')
})

test('a private address is refused in every spelling that a URL allows', () => {
  const spellings = [
    ...[
      '127.0.0.1',
      '127.0.0.1.',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '0177.1',
    ],
    ...['017700000001', '%31%32%37.0.0.1', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '0', '0.0.0.0', '0x0'],
    ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[fd00:ec2::254]'],
    ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '169.254.169.254', '0xa9fea9fe', '2852039166', '10.0.0.1', '012.0.0.1'],
  ]
  for (const host of spellings) {
    assert.equal(refusalOf(`https://${host}/`, []), 'URL must lead to a public address', host)
  }
})

test('port 0 is refused, with an address and with a name', () => {
  for (const host of ['8.8.8.8', '[2606:4700::1111]', 'receiver.example', '127.0.0.1']) {
    for (const port of ['0', '00', '00000']) {
      const answer = refusalOf(`https://${host}:${port}/`, ranges('127.0.0.0/8'))
      assert.equal(answer, 'URL must have a port from 1 to 65535', `${host}:${port}`)
    }
  }
})

/** Names of one kind, each also in another spelling that a URL treats as equal. */
function spelt(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [
    name,
    `${name}.`,
    name.toUpperCase(),
    `a.b.${name}`,
    `a.${name}.`,
    name.replace('o', '%6f'),
    name.replace('l', 'ｌ'),
    name.replaceAll('.', '。'),
  ])
}

const loopbackNames = spelt(['localhost', 'localhost.localdomain', 'ip6-localhost'])
const unresolvableNames = spelt(['invalid', 'onion', 'alt'])
const privateNames = [
  ...spelt(['internal', 'local', 'test', 'home.arpa', 'localdomain', 'lan', 'corp', 'home', 'intranet', 'private']),
  ...['intranet', 'erp', 'erp.', 'com', '1.0.0.127.in-addr.arpa', 'ipv4only.arpa'],
]
const publicNames = [
  'receiver.example',
  'localhost.com',
  'local.ae',
  'test.com',
  'mylocalhost.ae',
  'xn--mgbaam7a8h',
  'onion.ae',
]

test('special-use names are refused in every spelling, whatever they resolve to', () => {
  for (const name of [...loopbackNames, ...unresolvableNames, ...privateNames])
    assert.equal(refusalOf(`https://${name}/`, []), 'URL must lead to a public address', name)
  for (const name of publicNames.filter((one) => one.includes('.')))
    assert.equal(refusalOf(`https://${name}/`, []), undefined, name)
})

test('allowed ranges allow private names, and loopback names only if they include loopback', () => {
  const ownNetwork = ranges('10.1.0.0/16')
  for (const name of [...privateNames, ...publicNames])
    assert.equal(refusalOf(`https://${name}/`, ownNetwork), undefined, name)
  for (const name of [...loopbackNames, ...unresolvableNames])
    assert.ok(refusalOf(`https://${name}/`, ownNetwork), name)
  for (const loopback of [ranges('127.0.0.0/8'), ranges('::1')]) {
    for (const name of loopbackNames) assert.equal(refusalOf(`https://${name}/`, loopback), undefined, name)
    for (const name of unresolvableNames) assert.ok(refusalOf(`https://${name}/`, loopback), name)
  }
  for (const name of ['receiver..example', '.receiver.example', 'receiver.example..'])
    assert.ok(refusalOf(`https://${name}/`, ownNetwork), name)
})

test('an allowed name is still judged by its addresses', async () => {
  const policy = (addresses: readonly string[]) => ({ resolve: async () => addresses, allowed: ranges('10.1.0.0/16') })
  assert.equal(await judgment('https://erp.internal/', policy(['10.1.2.3'])), undefined)
  assert.equal(await judgment('https://erp.internal/', policy(['10.2.2.3'])), 'URL must lead to a public address')
})

test('all addresses of a name are judged, and the first one is used', async () => {
  const target = readTarget('https://receiver.example/hook', [])
  assert.ok('url' in target)
  assert.equal(await addressOf(target, resolving(['1.1.1.1', '8.8.8.8']), never), '1.1.1.1')
  for (const addresses of [[], ['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '::1'], ['::ffff:10.0.0.1'], ['x']])
    await assert.rejects(addressOf(target, resolving(addresses), never), TargetRefused, addresses.join())
})

test('a new webhook may use a name without an address, but not one with a private address', async () => {
  const judged = (url: string, addresses: readonly string[]) => judgment(url, resolving(addresses))
  for (const name of ['localhost', 'localhost.', 'metadata.google.internal', 'receiver.example'])
    assert.equal(await judged(`https://${name}/`, ['169.254.169.254']), 'URL must lead to a public address', name)
  assert.equal(await judged('https://receiver.example/', ['8.8.8.8']), undefined)
  const nowhere = { resolve: () => Promise.reject(new Error('ENOTFOUND')), allowed: [] }
  assert.equal(await judgment('https://receiver.example/', nowhere), undefined)
  assert.equal(await judgment('http://receiver.example/', nowhere), 'URL must be an https address')
})

function refusalOf(url: string, allowed: readonly AddressRange[]): string | undefined {
  const target = readTarget(url, allowed)
  return 'url' in target ? undefined : inEnglish(target)
}

async function judgment(url: string, policy: TargetPolicy): Promise<string | undefined> {
  const refusal = await judgeTarget(url, policy)
  return refusal && inEnglish(refusal)
}
