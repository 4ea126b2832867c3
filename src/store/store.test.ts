import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { anOrganisation, aProfile } from '../../test/support/databases/stored.ts'
import { deleteUnusableSealedSecrets, replaceClientSecret } from './accounts/client-secrets.ts'
import { addClient, clientScopes, clientsOf, findActiveClient, findClient, revokeClient } from './accounts/clients.ts'
import {
  addOrganisation,
  allOrganisations,
  findOrganisation,
  findOrganisationByName,
  type OrganisationChange,
  revokeOrganisation,
  updateOrganisation,
} from './accounts/organisations.ts'
import { addProfile, findProfile, profileIdFrom, profilesOf, updateProfile } from './accounts/profiles.ts'
import { ensureSigningKeys, keyGeneration, liveKeys, replaceSigningKeys } from './accounts/signing-keys.ts'
import type { Database } from './database/database.ts'
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
    const organisation = await addOrganisation(store.database, anOrganisation({ name: 'Falcon', hasPhase2: false }))
    const { id } = organisation
    assert.deepEqual(await findOrganisation(store.database, id), { ...organisation, revokedAt: undefined })
    assert.deepEqual(await findOrganisationByName(store.database, 'Falcon'), organisation)
    assert.equal(await findOrganisation(store.database, 'unknown'), undefined)
    assert.equal(await findOrganisationByName(store.database, 'falcon'), undefined)
    await addOrganisation(store.database, anOrganisation({ name: 'Dune' }))
    const names = (await allOrganisations(store.database)).map(({ name }) => name)
    assert.deepEqual(names, ['Dune', 'Falcon'])
    await assert.rejects(addOrganisation(store.database, anOrganisation({ name: 'Falcon' })), {
      name: 'ConstraintFailure',
      constraint: 'organisations(name)',
    })
  })

  test('a change of an organisation keeps the members that it does not name', async () => {
    const organisation = await addOrganisation(store.database, anOrganisation({ name: 'Heron' }))
    const { id } = organisation
    const update = async (change: OrganisationChange) =>
      (await updateOrganisation(store.database, id, change))?.organisation
    assert.deepEqual(await update({}), organisation)
    const change = { hasPhase2: false, hasAutoNumbering: false, numberFormat: 'X{sequence}' }
    assert.deepEqual(await update(change), { ...organisation, ...change })
    const renamed = await update({ name: 'Grey Heron', defaultApiVersion: '20260507' })
    assert.deepEqual(renamed, { ...organisation, ...change, name: 'Grey Heron', defaultApiVersion: '20260507' })
    assert.deepEqual(await findOrganisation(store.database, id), renamed)
    assert.equal(await updateOrganisation(store.database, 'nobody', { hasPhase2: true }), undefined)
    await addOrganisation(store.database, anOrganisation({ name: 'Stork' }))
    await assert.rejects(updateOrganisation(store.database, id, { name: 'Stork' }), {
      constraint: 'organisations(name)',
    })
  })

  test('a secret stored for signatures is deleted with the mode, and after its overlap', async () => {
    const on = await addOrganisation(store.database, anOrganisation({ compatibility: 'x-acme' }))
    const asConfigured = await addOrganisation(store.database, anOrganisation())
    const clientOf = async ({ id: orgId }: { id: string }) => {
      const id = `${orgId} signs`
      const client = { orgId, id, name: 'ERP', secretHash: 'hash', sealedSecret: 'first', scopes: ['documents:read'] }
      await addClient(store.database, { ...client, createdAt: 5 })
      await replaceClientSecret(store.database, {
        orgId,
        id,
        secretHash: 'next',
        sealedSecret: 'second',
        overlapMs: 100,
        now: 0,
      })
      await replaceClientSecret(store.database, {
        orgId,
        id,
        secretHash: 'last',
        sealedSecret: 'third',
        overlapMs: 49,
        now: 50,
      })
      return async () => {
        const found = await findClient(store.database, orgId, id)
        const older = found?.olderSealedSecrets.map(({ secret }) => secret)
        return [found?.sealedSecret, found?.previousSealedSecret, ...(older ?? [])]
      }
    }
    const [ofOn, ofConfigured] = [await clientOf(on), await clientOf(asConfigured)]
    assert.equal((await findActiveClient(store.database, `${on.id} signs`))?.compatibility, 'x-acme')
    await deleteUnusableSealedSecrets(store.database, 'x-neighbour', 98)
    for (const kept of [ofOn, ofConfigured]) assert.deepEqual(await kept(), ['third', 'second', 'first'])
    await deleteUnusableSealedSecrets(store.database, 'x-neighbour', 99)
    for (const kept of [ofOn, ofConfigured]) assert.deepEqual(await kept(), ['third', undefined, 'first'])
    await deleteUnusableSealedSecrets(store.database, 'x-neighbour', 100)
    for (const kept of [ofOn, ofConfigured]) assert.deepEqual(await kept(), ['third', undefined])
    await deleteUnusableSealedSecrets(store.database, undefined, 100)
    assert.deepEqual(await ofOn(), ['third', undefined])
    assert.deepEqual(await ofConfigured(), [undefined, undefined])
    const compatibilityAfter = async (change: OrganisationChange) =>
      (await updateOrganisation(store.database, on.id, change))?.organisation.compatibility
    assert.equal(await compatibilityAfter({ hasPhase2: false }), 'x-acme')
    assert.deepEqual(await ofOn(), ['third', undefined])
    assert.equal(await compatibilityAfter({ compatibility: 'off' }), 'off')
    assert.deepEqual(await ofOn(), [undefined, undefined])
  })

  test('an account is active until it or its organisation is revoked', async () => {
    const { id: orgId } = await addOrganisation(store.database, anOrganisation())
    const { id: otherOrgId } = await addOrganisation(store.database, anOrganisation())
    const account = {
      orgId,
      name: 'ERP',
      secretHash: undefined,
      scopes: ['documents:read', 'documents:write'],
      createdAt: 5,
    }
    const first = await addClient(store.database, { ...account, id: `1 ${orgId}` })
    const second = await addClient(store.database, { ...account, id: `2 ${orgId}`, secretHash: 'hash' })
    assert.deepEqual(await findClient(store.database, orgId, first.id), first)
    assert.deepEqual(await clientsOf(store.database, orgId), [first, second])
    assert.equal(await findClient(store.database, otherOrgId, first.id), undefined)
    assert.deepEqual(await clientScopes(store.database, orgId, first.id), account.scopes)
    assert.equal(await clientScopes(store.database, otherOrgId, first.id), undefined)
    assert.deepEqual(await findActiveClient(store.database, first.id), { ...first, compatibility: undefined })
    assert.equal(await revokeClient(store.database, otherOrgId, first.id, 5), false)
    assert.equal(await revokeClient(store.database, orgId, first.id, 6), true)
    assert.equal(await revokeClient(store.database, orgId, first.id, 7), true)
    assert.equal(await clientScopes(store.database, orgId, first.id), undefined)
    assert.equal(await findActiveClient(store.database, first.id), undefined)
    assert.equal((await findClient(store.database, orgId, first.id))?.revokedAt, 6)
    const secret = { orgId, id: second.id, secretHash: 'next', overlapMs: 9, now: 1 }
    assert.equal(await replaceClientSecret(store.database, { ...secret, orgId: otherOrgId }), undefined)
    assert.equal(await replaceClientSecret(store.database, { ...secret, id: first.id }), undefined, 'it was revoked')
    const replaced = {
      ...second,
      secretHash: 'next',
      sealedSecret: undefined,
      previousSecretHash: 'hash',
      previousSecretUntil: 10,
    }
    assert.deepEqual(await replaceClientSecret(store.database, secret), replaced)
    assert.deepEqual(await findClient(store.database, orgId, second.id), replaced)
    assert.deepEqual(await clientScopes(store.database, orgId, second.id), account.scopes)
    await revokeOrganisation(store.database, orgId, 7)
    assert.equal(await clientScopes(store.database, orgId, second.id), undefined)
    assert.equal(await findActiveClient(store.database, second.id), undefined)
    assert.equal((await findOrganisation(store.database, orgId))?.revokedAt, 7)
    assert.equal((await findOrganisation(store.database, otherOrgId))?.revokedAt, undefined)
  })

  test('the new secret of a client that is revoked meanwhile is not stored, and neither is its answer', async () => {
    const { id: orgId } = await addOrganisation(store.database, anOrganisation())
    const account = { orgId, id: `client ${orgId}`, name: 'ERP', scopes: ['admin'], secretHash: 'hash', createdAt: 5 }
    await addClient(store.database, account)
    let commits = 0
    const meanwhile: Database = {
      ...store.database,
      async transaction(statements) {
        await revokeClient(store.database, orgId, account.id, 6)
        const rows = await store.database.transaction(statements)
        commits += 1
        return rows
      },
    }
    const secret = { orgId, id: account.id, secretHash: 'next', overlapMs: 9, now: 1 }
    assert.equal(await replaceClientSecret(meanwhile, secret), undefined)
    assert.equal(commits, 0)
    assert.equal((await findClient(store.database, orgId, account.id))?.secretHash, 'hash')
  })

  test('a profile changes only from the version that was read', async () => {
    const { id: orgId } = await addOrganisation(store.database, anOrganisation())
    const profile = await addProfile(store.database, aProfile({ orgId, createdAt: 10 }))
    const later = await addProfile(store.database, aProfile({ orgId, profileId: 'BP-TEST000000', createdAt: 11 }))
    assert.deepEqual(await profilesOf(store.database, orgId, { limit: 2 }), [profile, later])
    const after = [profile.createdAt, profile.profileId] as const
    assert.deepEqual(await profilesOf(store.database, orgId, { after, limit: 2 }), [later])
    await assert.rejects(addProfile(store.database, aProfile({ orgId })), {
      constraint: 'profiles(org_id, profile_id)',
    })
    const change = { ...profile, party: '{"name":"Dune"}', status: 'INACTIVE', updatedAt: 20 } as const
    const changed = { ...change, version: 2 }
    assert.deepEqual(await updateProfile(store.database, change), changed)
    await assert.rejects(updateProfile(store.database, change), { constraint: 'profiles(created_at)' })
    assert.deepEqual(await findProfile(store.database, orgId, profile.profileId), changed)
    const { id: otherOrgId } = await addOrganisation(store.database, anOrganisation())
    assert.equal(await findProfile(store.database, otherOrgId, profile.profileId), undefined)
    await updateProfile(store.database, { ...change, orgId: otherOrgId, version: 2 })
    assert.deepEqual(await profilesOf(store.database, otherOrgId, { limit: 2 }), [])
  })

  test('instances that start at once get one signing key; of two that replace it at once, one succeeds', async () => {
    const second = open.keep(await openStore(open.location, 1))
    const keyNamed = async (kid: string, createdAt = 1) => {
      return { kid, alg: 'EdDSA', publicJwk: '{}', privateJwk: '{}', createdAt, signsFrom: createdAt }
    }
    const names = ['a', 'b', 'c', 'd']
    const ensured = await Promise.all(
      names.map((name, index) =>
        ensureSigningKeys((index % 2 === 0 ? store : second).database, () => keyNamed(name), 1),
      ),
    )
    const [key] = ensured[0] ?? []
    assert.ok(key)
    for (const keys of ensured) assert.deepEqual(keys, [key])
    assert.deepEqual(await liveKeys(store.database, 1), [key])
    const db = second.database
    assert.equal(await replaceSigningKeys(db, await keyNamed('next', 2), 0, 5), false)
    assert.deepEqual(await liveKeys(db, 1), [key], 'who comes second ends nothing')
    assert.equal(await replaceSigningKeys(db, await keyNamed('next', 2), await keyGeneration(db), 5), true)
    assert.deepEqual(await liveKeys(db, 4), [
      { ...(await keyNamed('next', 2)), retiredAt: undefined },
      { ...key, retiredAt: 5 },
    ])
    assert.deepEqual(
      (await liveKeys(store.database, 5)).map(({ kid }) => kid),
      ['next'],
    )
    assert.equal(await replaceSigningKeys(db, await keyNamed('last', 6), await keyGeneration(db), 6), true)
    const all = await liveKeys(db, 4)
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
    const add = async (at: number, startsAt: number, requests: Readonly<Record<string, number>>) =>
      Object.fromEntries((await instances[at]?.add(startsAt, new Map(Object.entries(requests)))) ?? [])
    const sums = await Promise.all(
      Array.from({ length: 40 }, (_, index) => add(index % 2, 60_000, index % 4 < 2 ? { a: 1, b: 2 } : { b: 2, a: 1 })),
    )
    assert.deepEqual(
      sums.sort((left, right) => Number(left.a) - Number(right.a)),
      Array.from({ length: 40 }, (_, index) => ({ a: index + 1, b: 2 * (index + 1) })),
    )
    assert.deepEqual(await add(0, 60_000, { c: 3 }), { c: 3 })
    assert.deepEqual(await add(0, 120_000, { a: 1 }), { a: 1 })
    assert.deepEqual(await add(1, 60_000, { a: 1 }), { a: 41 }, 'an instance whose clock is behind still counts')
    assert.deepEqual(await add(0, 180_000, { a: 1 }), { a: 1 })
    const left = await store.database.query(sql('select distinct window_start from rate_windows order by window_start'))
    assert.deepEqual(left, [{ window_start: 120_000 }, { window_start: 180_000 }])
  })
})

test('a minted profile id is BP- and ten characters of Crockford base 32', () => {
  assert.equal(profileIdFrom(Uint8Array.from([0, 9, 10, 17, 18, 20, 22, 31, 32, 255])), 'BP-09AHJMPZ0Z')
  assert.throws(() => profileIdFrom(Uint8Array.of(1)))
})
