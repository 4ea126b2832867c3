import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 } from 'uuid'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { noticing } from '../../../test/support/notices/noticing.ts'
import { subjectOf } from '../../people/sign-in.ts'
import { revokeOrganisation } from '../../store/accounts/organisations.ts'
import { setApprovalRule } from '../../store/approvals/approval-rules.ts'
import { decideApproval, insertApproval } from '../../store/approvals/approvals.ts'
import { changeUser, confirmEmail, removeUser } from '../../store/people/users.ts'
import { leaseMs, mailsPerHour } from './deliver.ts'
import { joinMs, settledMs } from './gather.ts'
import { type MailSession, openMailSession } from './smtp.ts'
import { hourMs } from './times.ts'

// Each event reaches each person who wants it in one e-mail, and never in two, whatever breaks.

eachDatabase('notices', (open) => {
  const { instance, setting, addDocument, addPerson, judge, stall, noticesOf, mailServer } = noticing(open)

  test('a rejection is written about once, to the people of the organisation alone', async () => {
    const { server, clock, orgId, document } = await setting()
    const other = await addDocument(crypto.randomUUID())
    const amina = await addPerson(orgId, 'at_once', { name: 'Amina Rashid' })
    const never = await addPerson(orgId, 'none')
    const stranger = await addPerson(other.orgId, 'at_once')
    const notices = instance()
    await judge(document, { overall: 'PENDING', participant: 'REJECTED', revision: 7 })
    await notices.turn() // what happened before the first look is not news
    await judge(document, { overall: 'REJECTED', participant: 'REJECTED' })
    await notices.turn()
    assert.deepEqual(server.to(amina.email), [], 'it waits a little for other events')
    clock.pass(joinMs)
    await notices.turn()
    const [mail, ...more] = server.to(amina.email)
    assert.ok(mail)
    assert.deepEqual(more, [])
    assert.deepEqual([server.to(never.email), server.to(stranger.email)], [[], []])
    assert.equal(mail.from, 'bills@example.ae')
    assert.match(mail.subject, new RegExp(`${document.documentId}.*Rejected by the receiver`))
    assert.match(mail.text, /From \u2068supplier\u2069 to \u2068buyer\u2069/)
    const link = `https://bills.example/console/documents/purchase-invoices/${document.documentId}`
    assert.ok(mail.text.includes(link) && mail.html.includes(`href="${link}"`))
    assert.ok(mail.text.includes('https://bills.example/console/settings/notices'))
    assert.deepEqual(mail.headers.get('list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
    assert.deepEqual(mail.headers.get('auto-submitted'), ['auto-generated'])
    assert.deepEqual(mail.headers.get('to'), [amina.email])
    assert.ok(!`${mail.text}${mail.html}`.includes('Amina'), 'administrators choose names')
    // A later entry of the same revision repeats the verdict.
    await judge(document, { overall: 'REJECTED', participant: 'REJECTED', authority: 'APPROVED' })
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    assert.equal(server.to(amina.email).length, 1)
  })

  test('what waits is written about to those who may approve it, and what was returned to its author', async () => {
    const { db, server, clock, orgId } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const omar = await addPerson(orgId, 'at_once', { language: 'ar' })
    const viewer = await addPerson(orgId, 'at_once', { role: 'viewer' })
    const notices = instance()
    await notices.turn()
    await setApprovalRule(db, orgId, { amountFrom: '0', approvers: 'clerk' }, clock.now())
    clock.pass(1)
    const [one, other, third] = [await asks(amina.id), await asks(amina.id), await asks(amina.id)]
    await turnsOf(notices)
    const [mail, ...more] = server.to(omar.email)
    assert.ok(mail)
    assert.deepEqual([more, server.to(amina.email), server.to(viewer.email)], [[], [], []])
    assert.match(mail.text, /بانتظار موافقتك/)
    assert.match(mail.text, /\u2068Gulf Metals\u2069[^$]*\u2068Al Noor\u2069/)
    for (const id of [one, other, third]) assert.ok(mail.text.includes(`https://bills.example/console/approvals/${id}`))
    const decision = {
      status: 'RETURNED',
      decidedBy: 'Omar',
      decidedAt: clock.now(),
      note: 'The quantity\r\nis 10',
    } as const
    await decideApproval(db, { orgId, id: one }, decision)
    await decideApproval(db, { orgId, id: other }, { ...decision, closedAt: clock.now() })
    await turnsOf(notices)
    const [returned, ...none] = server.to(amina.email)
    assert.ok(returned)
    assert.deepEqual([none, server.to(omar.email).length], [[], 1], 'one that was withdrawn is no news')
    assert.equal(returned.subject, 'Returned to you')
    assert.match(returned.text, /^Purchase invoice$[^$]*Reason: \u2068The quantity is 10\u2069/m)
    await notices.turn()
    assert.equal(server.to(amina.email).length, 1)
    clock.pass(24 * hourMs)
    await turnsOf(notices)
    const [, expired, ...nothing] = server.to(amina.email)
    assert.ok(expired)
    assert.deepEqual([nothing, server.to(omar.email).length], [[], 1])
    assert.equal(expired.subject, 'Nobody approved it in time')
    assert.ok(expired.text.includes(`https://bills.example/console/approvals/${third}`))
    assert.ok(!expired.text.includes(one) && !expired.text.includes(other))
    await turnsOf(notices)
    assert.equal(server.to(amina.email).length, 2)

    async function asks(userId: string): Promise<string> {
      const id = v7()
      const summary = JSON.stringify({ sellerName: 'Gulf Metals', buyerName: 'Al Noor' })
      const about = { kind: 'create', family: 'purchase-invoices', profileId: 'P', documentId: undefined } as const
      const texts = { request: '{}', summary, digest: 'x', profileVersion: 1, amount: '1.00' }
      const author = { authorId: subjectOf(userId), authorName: 'Amina' }
      const times = { createdAt: clock.now(), expiresAt: clock.now() + 24 * hourMs }
      await db.transaction([insertApproval({ orgId, id, ...about, ...texts, ...author, ...times })])
      return id
    }

    async function turnsOf(of: ReturnType<typeof instance>): Promise<void> {
      clock.pass(settledMs)
      await of.turn()
      clock.pass(joinMs)
      await of.turn()
    }
  })

  test('an approver is not written to about what somebody else has decided meanwhile', async () => {
    const { db, server, clock, orgId } = await setting()
    const omar = await addPerson(orgId, 'at_once', { role: 'admin' })
    const notices = instance()
    await notices.turn()
    clock.pass(1)
    const about = { kind: 'create', family: 'purchase-invoices', profileId: 'P', documentId: undefined } as const
    const texts = { request: '{}', summary: '{}', digest: 'x', profileVersion: 1, amount: '1.00' }
    const times = { createdAt: clock.now(), expiresAt: clock.now() + 86_400_000 }
    const id = v7()
    await db.transaction([
      insertApproval({ orgId, id, ...about, ...texts, ...times, authorId: 'user:gone', authorName: 'Gone' }),
    ])
    clock.pass(settledMs)
    await notices.turn()
    await decideApproval(db, { orgId, id }, { status: 'APPROVED', decidedBy: 'Leila', decidedAt: clock.now() })
    clock.pass(joinMs)
    await notices.turn()
    assert.deepEqual(server.to(omar.email), [])
    assert.equal((await noticesOf(omar.id))[0]?.status, 'DROPPED')
  })

  test('failed rules, refusals of the network, verdicts of both sides and stalled legs come in one mail', async () => {
    const { db, server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const [failed, undelivered, stuck] = [await addDocument(orgId), await addDocument(orgId), await addDocument(orgId)]
    const notices = instance()
    await notices.turn()
    await refuseLegs(db, orgId, document.transmissionUuids, 'REJECTED', 'The VAT number\r\nis unknown')
    await judge(document, { overall: 'REJECTED', participant: 'REJECTED', authority: 'REJECTED' })
    await judge(failed, { overall: 'VALIDATION_FAILED' })
    await refuseLegs(db, orgId, undelivered.transmissionUuids, 'FAILED', 'No such receiver')
    await judge(undelivered, { overall: 'REJECTED' })
    await stall(stuck, '503 Service away')
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    const [mail, ...more] = server.to(amina.email)
    assert.ok(mail)
    assert.deepEqual(more, [])
    assert.equal(mail.subject, '5 events need attention')
    for (const words of [
      'Rejected by the receiver',
      'Rejected by the tax authority',
      'Reason: \u2068The VAT number is unknown\u2069',
      'Failed its rules',
      'Reason: \u2068No such receiver\u2069',
      'stalled',
      'Reason: \u2068503 Service away\u2069',
    ])
      assert.ok(mail.text.includes(words), `${words} is missing in ${mail.text}`)
  })

  test('a leg that stalls again after a retry is news again', async () => {
    const { server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const notices = instance()
    await notices.turn()
    for (const attempts of [5, 5, 9]) {
      clock.pass(1)
      await stall(document, 'Away', attempts)
      await notices.turn()
      clock.pass(joinMs)
      await notices.turn()
    }
    assert.equal(server.to(amina.email).length, 2)
  })

  test('what stalls or waits behind a clock that has gone back is news, and what was news is not sent again', async () => {
    const { db, server, clock, orgId, document } = await setting()
    const omar = await addPerson(orgId, 'at_once', { role: 'admin' })
    const notices = instance()
    await notices.turn()
    clock.pass(10 * 60_000)
    const looks = async () => {
      for (const ms of [0, settledMs, joinMs]) {
        clock.pass(ms)
        await notices.turn()
      }
    }
    const asks = async () => {
      const about = { kind: 'create', family: 'purchase-invoices', profileId: 'P', documentId: undefined } as const
      const texts = { request: '{}', summary: '{}', digest: 'x', profileVersion: 1, amount: '1.00' }
      const times = { createdAt: clock.now(), expiresAt: clock.now() + 86_400_000 }
      const author = { authorId: 'user:other', authorName: 'Other' }
      await db.transaction([insertApproval({ orgId, id: v7(), ...about, ...texts, ...times, ...author })])
    }
    await stall(document, 'Away')
    await asks()
    await looks()
    clock.pass(-9 * 60_000)
    await looks()
    await stall(await addDocument(orgId), 'Away')
    await asks()
    await looks()
    const kinds = (await noticesOf(omar.id)).map(({ kind, status }) => `${kind} ${status}`)
    const twice = ['approval_waiting SENT', 'approval_waiting SENT', 'stalled SENT', 'stalled SENT']
    assert.deepEqual(kinds.toSorted(), twice)
    assert.equal(server.to(omar.email).length, 2)
  })

  test('two instances at the same moment send each notice once', async () => {
    const { server, clock, orgId, document } = await setting()
    const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(orgId, 'at_once')))
    const [one, other] = [instance(), instance({ db: await open() })]
    await Promise.all([one.turn(), other.turn()])
    await judge(document, { overall: 'REJECTED', participant: 'REJECTED' })
    await Promise.all([one.turn(), other.turn()])
    clock.pass(joinMs)
    await Promise.all([one.turn(), other.turn()])
    await Promise.all([one.turn(), other.turn()])
    for (const { id, email } of people) {
      assert.equal(server.to(email).length, 1)
      assert.deepEqual(
        (await noticesOf(id)).map(({ status }) => status),
        ['SENT'],
      )
    }
  })

  test('an instance that dies after the mail left does not make another send it again', async () => {
    const { server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const crash = async (): Promise<MailSession> => {
      const session = await openMailSession(mailServer())
      return {
        ...session,
        async send(message) {
          await session.send(message)
          throw new Error('the power is cut')
        },
      }
    }
    const dying = instance({ openSession: crash })
    await dying.turn()
    await judge(document, { overall: 'REJECTED', authority: 'REJECTED' })
    await dying.turn()
    clock.pass(joinMs)
    await assert.rejects(dying.turn(), /the power is cut/)
    assert.equal(server.to(amina.email).length, 1)
    let uncertain = 0
    const observer = {
      found() {},
      mailed() {},
      leftUncertain(notices: number) {
        uncertain += notices
      },
    }
    const successor = instance({ observer })
    await successor.turn()
    assert.equal(uncertain, 0, 'the lease still holds')
    clock.pass(leaseMs)
    await successor.turn()
    await successor.turn()
    assert.equal(uncertain, 1)
    assert.equal(server.to(amina.email).length, 1)
    // The person's next notices come as usual.
    await judge(await addDocument(orgId), { overall: 'VALIDATION_FAILED' })
    await successor.turn()
    clock.pass(joinMs)
    await successor.turn()
    assert.equal(server.to(amina.email).length, 2)
  })

  test('a mail whose answer was lost is not sent again', async () => {
    const { server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const notices = instance()
    await notices.turn()
    server.behaviour.beforeAnswer = () => 'hangUp'
    await judge(document, { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    assert.deepEqual(
      (await noticesOf(amina.id)).map(({ status }) => status),
      ['UNCERTAIN'],
    )
    server.behaviour.beforeAnswer = () => undefined
    clock.pass(hourMs)
    await notices.turn()
    assert.equal(server.to(amina.email).length, 1)
  })

  test('a server that is away, or refuses for a while, gets the mail later', async () => {
    const { server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    let isAway = true
    const troubles: unknown[] = []
    const notices = instance({
      openSession: () => (isAway ? Promise.reject(new Error('away')) : openMailSession(mailServer())),
      onTrouble: (_, error) => void troubles.push(error),
    })
    await notices.turn()
    await judge(document, { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    clock.pass(joinMs)
    for (let look = 0; look < 3; look += 1) {
      await notices.turn()
      clock.pass(10 * 60_000)
    }
    assert.equal(troubles.length, 1, 'one line in the log')
    isAway = false
    server.behaviour.refuse = () => 450
    await notices.turn()
    assert.deepEqual(server.to(amina.email), [])
    server.behaviour.refuse = () => undefined
    clock.pass(60_000)
    await notices.turn()
    assert.equal(server.to(amina.email).length, 1)
  })

  test('an address that keeps refusing is given up, and delays nobody else', { skip: inFullRunOnly }, async () => {
    const { server, clock, orgId, document } = await setting()
    const [gone, amina] = [await addPerson(orgId, 'at_once'), await addPerson(orgId, 'at_once')]
    server.behaviour.refuse = (address) => (address === gone.email ? 550 : undefined)
    const notices = instance()
    await notices.turn()
    await judge(document, { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    await notices.turn()
    assert.equal(server.to(amina.email).length, 1)
    for (let attempt = 0; attempt < 12; attempt += 1) {
      clock.pass(4 * hourMs)
      await notices.turn()
    }
    assert.deepEqual(
      (await noticesOf(gone.id)).map(({ status }) => status),
      ['FAILED'],
    )
  })

  test('a digest comes at its hour of Gulf time, once, and only with something in it', async () => {
    const { server, clock, orgId, document } = await setting()
    const [daily, usual] = [await addPerson(orgId, 'daily'), await addPerson(orgId, undefined)]
    const notices = instance()
    await notices.turn()
    await judge(document, { overall: 'VALIDATION_FAILED' })
    await judge(await addDocument(orgId), { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    clock.pass(22 * hourMs - 1)
    await notices.turn()
    assert.deepEqual(server.to(daily.email), [], '07:59')
    clock.pass(1)
    await notices.turn()
    for (const { email } of [daily, usual]) {
      assert.deepEqual(
        server.to(email).map(({ subject }) => subject),
        ['Daily digest: 2'],
      )
    }
    clock.pass(24 * hourMs)
    await notices.turn()
    assert.equal(server.to(daily.email).length, 1, 'nothing happened')
  })

  test('after the limit of an hour, events wait for the digest, and the last mail says so', {
    skip: inFullRunOnly,
  }, async () => {
    const { server, clock, orgId } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const notices = instance()
    await notices.turn()
    for (let event = 0; event < mailsPerHour + 3; event += 1) {
      await judge(await addDocument(orgId), { overall: 'VALIDATION_FAILED' })
      await notices.turn()
      clock.pass(joinMs)
      await notices.turn()
    }
    const mails = server.to(amina.email)
    assert.equal(mails.length, mailsPerHour)
    assert.deepEqual(
      mails.map(({ text }) => text.includes('last e-mail of this hour')),
      [false, false, false, false, false, true],
    )
    clock.pass(22 * hourMs)
    await notices.turn()
    assert.equal(server.to(amina.email).at(-1)?.subject, 'Daily digest: 3')
    assert.equal(server.to(amina.email).length, mailsPerHour + 1)
  })

  test('a long mail shows fifty notices and counts the others', { skip: inFullRunOnly }, async () => {
    const { server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const notices = instance()
    await notices.turn()
    for (let revision = 1; revision <= 60; revision += 1)
      await judge(document, { overall: 'VALIDATION_FAILED', revision })
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    const [mail, ...more] = server.to(amina.email)
    assert.deepEqual(more, [])
    assert.equal(mail?.text.split('Failed its rules').length, 51)
    assert.ok(mail?.text.includes('And 10 more'))
  })

  test('a person reads in their language, Arabic from right to left', async () => {
    const { server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once', { language: 'ar', name: 'أمينة' })
    const notices = instance()
    await notices.turn()
    await judge(document, { overall: 'REJECTED', authority: 'REJECTED' })
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    const [mail] = server.to(amina.email)
    assert.ok(mail)
    assert.ok(mail.subject.includes('رفضته الهيئة الاتحادية للضرائب'))
    assert.ok(mail.html.includes('<html lang="ar" dir="rtl">'))
    assert.ok(mail.text.startsWith('مرحبًا،'))
    assert.deepEqual(mail.headers.get('content-language'), ['ar'])
  })

  test('nothing is written to people who are removed, end it, or whose organisation is revoked', async () => {
    const { db, server, clock, orgId, document } = await setting()
    const [removed, ended, demoted] = [
      await addPerson(orgId, 'at_once'),
      await addPerson(orgId, 'at_once'),
      await addPerson(orgId, 'at_once'),
    ]
    const keeper = await addPerson(orgId, 'none', { role: 'admin' })
    const far = await addDocument(crypto.randomUUID())
    const revoked = await addPerson(far.orgId, 'at_once')
    const notices = instance()
    await notices.turn()
    await judge(document, { overall: 'VALIDATION_FAILED' })
    await judge(far, { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    await removeUser(db, orgId, removed.id, clock.now())
    await changeUser(db, orgId, ended.id, { notices: 'none' }, clock.now())
    await changeUser(db, orgId, demoted.id, { role: 'viewer' }, clock.now())
    await revokeOrganisation(db, far.orgId, clock.now())
    clock.pass(joinMs)
    await notices.turn()
    for (const { email } of [removed, ended, revoked, keeper]) assert.deepEqual(server.to(email), [])
    assert.equal(server.to(demoted.email).length, 1, 'a viewer may read documents')
    assert.deepEqual(
      (await noticesOf(removed.id)).map(({ status }) => status),
      ['DROPPED'],
    )
    // Chosen again: what happened meanwhile is not sent.
    await judge(await addDocument(orgId), { overall: 'VALIDATION_FAILED' })
    clock.pass(1)
    await changeUser(db, orgId, ended.id, { notices: 'at_once' }, clock.now())
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    assert.deepEqual(server.to(ended.email), [])
  })

  test('an address that is changed gets no notices before it is confirmed', async () => {
    const { db, server, clock, orgId, document } = await setting()
    const amina = await addPerson(orgId, 'at_once')
    const notices = instance()
    await notices.turn()
    await judge(document, { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    const moved = `moved-${amina.email}`
    await changeUser(db, orgId, amina.id, { email: moved }, clock.now())
    clock.pass(joinMs)
    await notices.turn()
    const subjects = (address: string) => server.to(address).map(({ subject }) => subject)
    assert.deepEqual([subjects(amina.email), subjects(moved)], [[], ['Confirm your e-mail address']])
    await confirmEmail(db, { orgId, id: amina.id, email: moved })
    await notices.turn() // what happened before is not news
    await judge(await addDocument(orgId), { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    assert.equal(subjects(moved).length, 2)
  })

  test('hostile names add no header, no recipient and no markup', async () => {
    const { db, server, clock, orgId, document } = await setting()
    const hostile = 'Eve\r\nBcc: victim@example.ae\r\n\r\n<script>alert(1)</script>\u202e"<eve@example.ae>, '
    const amina = await addPerson(orgId, 'at_once', { name: hostile })
    const several = await addPerson(orgId, 'at_once', { email: 'a@example.ae,victim' })
    const bracket = await addPerson(orgId, 'at_once', { email: `x><victim@example.ae` })
    await db.query(
      sql('update documents set document_number = $2, billed_by_name = $2 where org_id = $1', orgId, hostile),
    )
    await db.query(sql('update organisations set name = $2 where id = $1', orgId, `${hostile}${orgId}`))
    const notices = instance()
    await notices.turn()
    await judge(document, { overall: 'VALIDATION_FAILED' })
    await notices.turn()
    clock.pass(joinMs)
    await notices.turn()
    const [mail] = server.to(amina.email)
    assert.ok(mail)
    assert.deepEqual(mail.to, [amina.email])
    assert.equal(mail.headers.get('bcc'), undefined)
    assert.equal(mail.headers.get('to')?.length, 1)
    assert.ok(!mail.html.includes('<script'))
    assert.ok(!/[\u202e]/.test(mail.text + mail.html + mail.subject))
    assert.ok(!/[\r\n]/.test(mail.subject))
    assert.deepEqual(
      server.mails.filter(({ to }) => to.some((one) => /victim/.test(one))),
      [],
    )
    for (const { id } of [several, bracket])
      assert.deepEqual(
        (await noticesOf(id)).map(({ status }) => status),
        ['DROPPED'],
      )
  })

  const refuseLegs = async (
    db: Awaited<ReturnType<typeof open>>,
    orgId: string,
    uuids: { readonly c3: string; readonly c5: string },
    status: 'REJECTED' | 'FAILED',
    why: string,
  ) => {
    const column = status === 'REJECTED' ? 'mls_response' : 'transmission_response'
    const response = JSON.stringify(status === 'REJECTED' ? { description: why } : { transmissionError: why })
    for (const uuid of [uuids.c3, uuids.c5])
      await db.query(
        sql(
          `update legs set status = $3, ${column} = $4 where org_id = $1 and transmission_uuid = $2`,
          orgId,
          uuid,
          status,
          response,
        ),
      )
  }
})
