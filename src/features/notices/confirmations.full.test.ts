import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { noticing } from '../../../test/support/notices/noticing.ts'
import { linkedAddress } from '../../people/confirmation-link.ts'
import { changeUser, removeUser } from '../../store/people/users.ts'
import { confirmationsADay } from './confirmation-statements.ts'
import { type MailSession, openMailSession } from './smtp.ts'
import { hourMs } from './times.ts'

// The first mail to an address: one, without a word of the organisation, and few a day.

const unconfirmed = { confirmedEmail: undefined }
const day = 24 * hourMs

eachDatabase('confirmations of addresses', (open) => {
  const { instance, setting, addDocument, addPerson, mailServer } = noticing(open)

  test('a new address gets one mail, whose text nobody chooses, in one of two languages', async () => {
    const { db, server, clock, orgId } = await setting()
    const words = 'Your account is overdue, pay at evil.example'
    await db.query(sql('update organisations set name = $2 where id = $1', orgId, `${words} ${orgId}`))
    const victims = [
      await addPerson(orgId, undefined, { ...unconfirmed, name: words }),
      await addPerson(orgId, 'at_once', { ...unconfirmed, name: words }),
      await addPerson(orgId, undefined, { ...unconfirmed, name: words, language: 'ar' }),
    ]
    const none = await addPerson(orgId, 'none', unconfirmed)
    const known = await addPerson(orgId, undefined)
    for (let turns = 0; turns < 5; turns += 1) {
      await instance().turn()
      clock.pass(day)
    }
    const mails = victims.map(({ email }) => server.to(email))
    assert.deepEqual(
      mails.map(({ length }) => length),
      [1, 1, 1],
    )
    assert.deepEqual([server.to(none.email), server.to(known.email)], [[], []])
    const [first, second, arabic] = mails.flat()
    assert.ok(first && second && arabic)
    assert.equal(first.subject, 'Confirm your e-mail address')
    assert.equal(arabic.subject, 'تأكيد عنوان بريدك الإلكتروني')
    const withoutLink = (text: string) => text.replaceAll(/https:\S+?(?=[\s"<])/g, '')
    assert.equal(withoutLink(first.text), withoutLink(second.text))
    assert.equal(withoutLink(first.html), withoutLink(second.html))
    for (const mail of [first, second, arabic]) {
      assert.ok(!JSON.stringify([mail, [...mail.headers]]).includes('evil.example'))
      assert.deepEqual(mail.headers.get('to'), mail.to)
    }
    const link = /https:\/\/bills\.example\/console\/confirm-address\/([\w.-]+)/.exec(first.text)?.[1] ?? ''
    const named = { orgId, id: victims[0]?.id, email: victims[0]?.email }
    assert.deepEqual(await linkedAddress(db, link, clock.now()), named)
    assert.equal(await linkedAddress(db, link, clock.now() + 14 * day), undefined, 'after 14 days')
    for (const wrong of [`${link}x`, link.replace('.', ''), 'x.y', ''])
      assert.equal(await linkedAddress(db, wrong, clock.now()), undefined)
  })

  test('an organisation sends so many a day, and does not hold up another', async () => {
    const { server, clock, orgId } = await setting()
    const many = await Promise.all(
      Array.from({ length: confirmationsADay + 5 }, () => addPerson(orgId, undefined, unconfirmed)),
    )
    const sent = () => many.filter(({ email }) => server.to(email).length === 1).length
    const [one, other] = [instance(), instance({ db: await open() })]
    await Promise.all([one.turn(), other.turn()])
    clock.pass(hourMs)
    const far = await setting()
    const theirs = await addPerson(far.orgId, undefined, unconfirmed)
    const third = instance()
    await third.turn()
    assert.equal(sent(), confirmationsADay)
    assert.equal(server.to(theirs.email).length, 1)
    far.clock.pass(day)
    await third.turn()
    assert.equal(sent(), many.length)
  })

  test('who removes and adds a person, or asks again and again, sends no flood', async () => {
    const { db, server, clock, orgId } = await setting()
    await addPerson(orgId, 'none', { role: 'admin' })
    const victim = `${crypto.randomUUID()}@example.ae`
    const notices = instance()
    for (let days = 0; days < 10; days += 1) {
      for (let tries = 0; tries < 3; tries += 1) {
        const { id } = await addPerson(orgId, 'daily', { ...unconfirmed, email: victim, createdAt: clock.now() })
        await changeUser(db, orgId, id, { notices: 'at_once' }, clock.now())
        await changeUser(db, orgId, id, { email: victim }, clock.now())
        clock.pass(hourMs)
        await notices.turn()
        await removeUser(db, orgId, id, clock.now())
      }
      clock.pass(day)
    }
    assert.equal(server.to(victim).length, 3, 'the first, and two that were asked for')
    const [kept] = await db.query(sql('select * from confirmation_mails where org_id = $1', orgId))
    assert.ok(!JSON.stringify(kept).includes(victim), 'the address went with its person')
  })

  test('a server that is away, or breaks off, gets the mail later; one that refuses does not', async () => {
    const { db, server, clock, orgId } = await setting()
    const amina = await addPerson(orgId, undefined, unconfirmed)
    let isAway = true
    const lost = async (): Promise<MailSession> => ({
      ...(await openMailSession(mailServer())),
      send: async () => ({ kind: 'lost', reason: 'broken' }),
    })
    const away = instance({ openSession: () => (isAway ? Promise.reject(new Error('away')) : lost()), onTrouble() {} })
    await away.turn()
    isAway = false
    clock.pass(hourMs)
    await away.turn()
    server.behaviour.refuse = () => 550
    clock.pass(hourMs)
    await instance().turn()
    server.behaviour.refuse = () => undefined
    clock.pass(2 * day)
    await instance().turn()
    assert.deepEqual(server.to(amina.email), [], 'refused once')
    await changeUser(db, orgId, amina.id, { email: amina.email }, clock.now())
    clock.pass(1)
    await instance().turn()
    assert.equal(server.to(amina.email).length, 1, 'asked for again')
  })

  test('an instance that dies while it sends does not make another send again', async () => {
    const { server, orgId } = await setting()
    const amina = await addPerson(orgId, undefined, unconfirmed)
    const dying = instance({
      openSession: async () => {
        const session = await openMailSession(mailServer())
        return {
          ...session,
          async send(message) {
            await session.send(message)
            throw new Error('the power is cut')
          },
        }
      },
    })
    await assert.rejects(dying.turn(), /the power is cut/)
    await instance().turn()
    assert.equal(server.to(amina.email).length, 1)
  })

  test('an address from before that we would not take gets no mail', async () => {
    const { server, clock, orgId } = await setting()
    for (const email of ['a@example.ae,victim', 'x><victim@example.ae', 'group:victim@example.ae;'])
      await addPerson(orgId, undefined, { ...unconfirmed, email })
    for (let at = 0; at < 30; at += 1) await addPerson(orgId, undefined, { ...unconfirmed, email: `<${at}>@victim.ae` })
    const { orgId: other } = await addDocument(crypto.randomUUID())
    const amina = await addPerson(other, undefined, { ...unconfirmed, createdAt: clock.now() })
    const notices = instance()
    for (let turns = 0; turns < 3; turns += 1) {
      await notices.turn()
      clock.pass(hourMs)
    }
    assert.equal(server.to(amina.email).length, 1, 'and does not hold up others')
    assert.deepEqual(
      server.mails.filter(({ to }) => to.some((one) => /victim/.test(one))),
      [],
    )
  })
})
