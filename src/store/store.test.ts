import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { anOrganisation, aProfile } from '../../test/support/databases/stored.ts'
import { profileIdFrom } from './accounts/profiles.ts'
import { sql } from './database/database.ts'
import { SharedRates } from './requests/rates.ts'
import { openStore, type Store } from './store.ts'

eachDatabase('store', (open) => {
  let store: Store

  before(async () => {
    store = open.keep(await openStore(open.location, 1))
  })

  test('is ready', async () => {
    await store.ready()
    assert.equal(store.sharedRates === undefined, store.database.dialect.name === 'sqlite')
  })

  test('organisations are found by id and by name', async () => {
    const organisation = await store.organisations.create(anOrganisation({ name: 'Falcon', hasPhase2: false }))
    const { id } = organisation
    assert.deepEqual(await store.organisations.find(id), { ...organisation, revokedAt: undefined })
    assert.deepEqual(await store.organisations.findByName('Falcon'), organisation)
    assert.equal(await store.organisations.find('unknown'), undefined)
    assert.equal(await store.organisations.findByName('falcon'), undefined)
    await store.organisations.create(anOrganisation({ name: 'Dune' }))
    const names = (await store.organisations.list()).map(({ name }) => name)
    assert.deepEqual(names, ['Dune', 'Falcon'])
    await assert.rejects(store.organisations.create(anOrganisation({ name: 'Falcon' })), {
      name: 'ConstraintFailure',
      constraint: 'organisations(name)',
    })
  })

  test('a change of an organisation leaves what it does not name', async () => {
    const organisation = await store.organisations.create(anOrganisation({ name: 'Heron' }))
    const { id } = organisation
    assert.deepEqual(await store.organisations.change(id, {}), organisation)
    const change = { hasPhase2: false, hasAutoNumbering: false, numberFormat: 'X{sequence}' }
    assert.deepEqual(await store.organisations.change(id, change), { ...organisation, ...change })
    const renamed = await store.organisations.change(id, { name: 'Grey Heron', defaultApiVersion: '20260507' })
    assert.deepEqual(renamed, { ...organisation, ...change, name: 'Grey Heron', defaultApiVersion: '20260507' })
    assert.deepEqual(await store.organisations.find(id), renamed)
    assert.equal(await store.organisations.change('nobody', { hasPhase2: true }), undefined)
    await store.organisations.create(anOrganisation({ name: 'Stork' }))
    await assert.rejects(store.organisations.change(id, { name: 'Stork' }), { constraint: 'organisations(name)' })
  })

  test('a secret that is kept for signatures goes with the mode, and with its overlap', async () => {
    const on = await store.organisations.create(anOrganisation({ compatibility: 'x-acme' }))
    const asConfigured = await store.organisations.create(anOrganisation())
    const clientOf = async ({ id: orgId }: { id: string }) => {
      const id = `${orgId} signs`
      const client = { orgId, id, name: 'ERP', secretHash: 'hash', sealedSecret: 'first', scopes: ['documents:read'] }
      await store.clients.add({ ...client, createdAt: 5 })
      await store.clients.replaceSecret({ orgId, id, secretHash: 'next', sealedSecret: 'second', previousUntil: 100 })
      return async () => {
        const found = await store.clients.find(orgId, id)
        return [found?.sealedSecret, found?.previousSealedSecret]
      }
    }
    const [ofOn, ofConfigured] = [await clientOf(on), await clientOf(asConfigured)]
    assert.equal((await store.clients.findActive(`${on.id} signs`))?.compatibility, 'x-acme')
    await store.clients.forgetSealedSecrets('x-neighbour', 99)
    for (const kept of [ofOn, ofConfigured]) assert.deepEqual(await kept(), ['second', 'first'])
    await store.clients.forgetSealedSecrets('x-neighbour', 100)
    for (const kept of [ofOn, ofConfigured]) assert.deepEqual(await kept(), ['second', undefined])
    await store.clients.forgetSealedSecrets(undefined, 100)
    assert.deepEqual(await ofOn(), ['second', undefined])
    assert.deepEqual(await ofConfigured(), [undefined, undefined])
    assert.equal((await store.organisations.change(on.id, { hasPhase2: false }))?.compatibility, 'x-acme')
    assert.deepEqual(await ofOn(), ['second', undefined])
    assert.equal((await store.organisations.change(on.id, { compatibility: 'off' }))?.compatibility, 'off')
    assert.deepEqual(await ofOn(), [undefined, undefined])
  })

  test('an account is active until it or its organisation is revoked', async () => {
    const { id: orgId } = await store.organisations.create(anOrganisation())
    const { id: otherOrgId } = await store.organisations.create(anOrganisation())
    const account = {
      orgId,
      name: 'ERP',
      secretHash: undefined,
      scopes: ['documents:read', 'documents:write'],
      createdAt: 5,
    }
    const first = await store.clients.add({ ...account, id: `1 ${orgId}` })
    const second = await store.clients.add({ ...account, id: `2 ${orgId}`, secretHash: 'hash' })
    assert.deepEqual(await store.clients.find(orgId, first.id), first)
    assert.deepEqual(await store.clients.list(orgId), [first, second])
    assert.equal(await store.clients.find(otherOrgId, first.id), undefined)
    assert.deepEqual(await store.clients.scopesOf(orgId, first.id), account.scopes)
    assert.equal(await store.clients.scopesOf(otherOrgId, first.id), undefined)
    assert.deepEqual(await store.clients.findActive(first.id), { ...first, compatibility: undefined })
    assert.equal(await store.clients.revoke(otherOrgId, first.id, 5), false)
    assert.equal(await store.clients.revoke(orgId, first.id, 6), true)
    assert.equal(await store.clients.revoke(orgId, first.id, 7), true)
    assert.equal(await store.clients.scopesOf(orgId, first.id), undefined)
    assert.equal(await store.clients.findActive(first.id), undefined)
    assert.equal((await store.clients.find(orgId, first.id))?.revokedAt, 6)
    const secret = { orgId, id: second.id, secretHash: 'next', previousUntil: 9 }
    assert.equal(await store.clients.replaceSecret({ ...secret, orgId: otherOrgId }), false)
    assert.equal(await store.clients.replaceSecret({ ...secret, id: first.id }), false, 'it was revoked')
    assert.equal(await store.clients.replaceSecret(secret), true)
    assert.deepEqual(await store.clients.find(orgId, second.id), {
      ...second,
      secretHash: 'next',
      previousSecretHash: 'hash',
      previousSecretUntil: 9,
    })
    assert.deepEqual(await store.clients.scopesOf(orgId, second.id), account.scopes)
    await store.organisations.revoke(orgId, 7)
    assert.equal(await store.clients.scopesOf(orgId, second.id), undefined)
    assert.equal(await store.clients.findActive(second.id), undefined)
    assert.equal((await store.organisations.find(orgId))?.revokedAt, 7)
    assert.equal((await store.organisations.find(otherOrgId))?.revokedAt, undefined)
  })

  test('a profile is changed from the version that was read, and by nobody else in between', async () => {
    const { id: orgId } = await store.organisations.create(anOrganisation())
    const profile = await store.profiles.add(aProfile({ orgId, createdAt: 10 }))
    const later = await store.profiles.add(aProfile({ orgId, profileId: 'BP-TEST000000', createdAt: 11 }))
    assert.deepEqual(await store.profiles.list(orgId), [profile, later])
    await assert.rejects(store.profiles.add(aProfile({ orgId })), { constraint: 'profiles(org_id, profile_id)' })
    const change = { ...profile, party: '{"name":"Dune"}', status: 'INACTIVE', updatedAt: 20 } as const
    const changed = { ...change, version: 2 }
    assert.deepEqual(await store.profiles.update(change), changed)
    assert.equal(await store.profiles.update(change), undefined)
    assert.deepEqual(await store.profiles.find(orgId, profile.profileId), changed)
    const { id: otherOrgId } = await store.organisations.create(anOrganisation())
    assert.equal(await store.profiles.find(otherOrgId, profile.profileId), undefined)
    assert.equal(await store.profiles.update({ ...change, orgId: otherOrgId, version: 2 }), undefined)
    assert.deepEqual(await store.profiles.list(otherOrgId), [])
  })

  test('instances that start at once end with one signing key; of two that replace it at once, one does', async () => {
    const second = open.keep(await openStore(open.location, 1))
    const keyNamed = async (kid: string, createdAt = 1) => {
      return { kid, alg: 'EdDSA', publicJwk: '{}', privateJwk: '{}', createdAt, signsFrom: createdAt }
    }
    const names = ['a', 'b', 'c', 'd']
    const ensured = await Promise.all(
      names.map((name, index) => (index % 2 === 0 ? store : second).keys.ensure(() => keyNamed(name), 1)),
    )
    const [key] = ensured[0] ?? []
    assert.ok(key)
    for (const keys of ensured) assert.deepEqual(keys, [key])
    assert.deepEqual(await store.keys.live(1), [key])
    const { keys } = second
    assert.equal(await keys.replace(await keyNamed('next', 2), 0, 5), false)
    assert.deepEqual(await keys.live(1), [key], 'who comes second ends nothing')
    assert.equal(await keys.replace(await keyNamed('next', 2), await keys.generation(), 5), true)
    assert.deepEqual(await keys.live(4), [
      { ...(await keyNamed('next', 2)), retiredAt: undefined },
      { ...key, retiredAt: 5 },
    ])
    assert.deepEqual(
      (await store.keys.live(5)).map(({ kid }) => kid),
      ['next'],
    )
    assert.equal(await keys.replace(await keyNamed('last', 6), await keys.generation(), 6), true)
    const all = await keys.live(4)
    assert.deepEqual(
      all.map(({ kid, retiredAt }) => [kid, retiredAt]),
      [
        ['last', undefined],
        ['next', 6],
        [key.kid, 5],
      ],
    )
  })

  test('requests are counted by key and window, for all instances together', async () => {
    const instances = [new SharedRates(store.database), new SharedRates(await open())]
    const counts = await Promise.all(Array.from({ length: 40 }, (_, index) => instances[index % 2]?.hit('key', 60_000)))
    assert.deepEqual(
      counts.sort((left, right) => Number(left) - Number(right)),
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
    assert.equal(await instances[0]?.hit('other key', 60_000), 1)
    assert.equal(await instances[0]?.hit('key', 120_000), 1)
    assert.equal(await instances[1]?.hit('key', 60_000), 41, 'an instance whose clock is behind still counts')
    assert.equal(await instances[0]?.hit('key', 180_000), 1)
    const left = await store.database.query(sql('select distinct window_start from rate_windows order by window_start'))
    assert.deepEqual(left, [{ window_start: 120_000 }, { window_start: 180_000 }])
  })
})

test('a minted profile id is BP- and ten characters of Crockford base 32', () => {
  assert.equal(profileIdFrom(Uint8Array.from([0, 9, 10, 17, 18, 20, 22, 31, 32, 255])), 'BP-09AHJMPZ0Z')
  assert.throws(() => profileIdFrom(Uint8Array.of(1)))
})
