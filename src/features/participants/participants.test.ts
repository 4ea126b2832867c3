import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { message } from '@selfbill/pint-ae/messages'
import { Participants } from './participants.ts'
import { LookupFailed, type Registration } from './register.ts'

const registration: Registration = { documentTypes: ['a::b'], services: [] }
const minutes = 60_000

suite('participants', () => {
  test('an answer is remembered for ten minutes, "not registered" for one, whatever the case of the id', async () => {
    let now = 1
    const { participants, asked } = counting(
      async (id) => (id.endsWith('gone') ? undefined : registration),
      () => now,
    )
    const times: number[] = []
    for (const at of [0, 1, 10]) {
      now = 1 + at * minutes
      times.push((await participants.lookUp('0235:A')).at)
      await participants.lookUp('0235:a')
      await participants.lookUp('0235:gone')
    }
    assert.deepEqual(asked, ['0235:A', '0235:gone', '0235:gone', '0235:A', '0235:gone'])
    assert.deepEqual(times, [1, 1, 1 + 10 * minutes])
  })

  test('two callers share a lookup, and a failure is not remembered', async () => {
    const answers = [Promise.reject(new LookupFailed('away', message('lookups_busy'))), Promise.resolve(registration)]
    for (const answer of answers) answer.catch(() => undefined)
    const { participants, asked } = counting(() => answers.shift() ?? assert.fail())
    const both = await Promise.allSettled([participants.lookUp('0235:1'), participants.lookUp('0235:1')])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.deepEqual(asked, ['0235:1'])
    assert.equal((await participants.lookUp('0235:1')).registration, registration)
  })

  test('at most 32 lookups run at a time, and their places become free', async () => {
    const answer = Promise.withResolvers<Registration>()
    const { participants, asked } = counting(() => answer.promise)
    const running = Array.from({ length: 32 }, (_, at) => participants.lookUp(`0235:${at}`))
    await assert.rejects(participants.lookUp('0235:one-more'), /too many participants/)
    answer.resolve(registration)
    await Promise.all(running)
    await participants.lookUp('0235:one-more')
    assert.equal(asked.length, 33)
  })

  test('large answers push older ones out', async () => {
    const large = { documentTypes: ['x'.repeat(6_000_000)], services: [] }
    const { participants, asked } = counting(async () => large)
    for (const id of ['0235:1', '0235:2', '0235:3', '0235:3', '0235:1']) await participants.lookUp(id)
    assert.deepEqual(asked, ['0235:1', '0235:2', '0235:3', '0235:1'])
  })
})

function counting(lookUp: (id: string) => Promise<Registration | undefined>, now = () => 1) {
  const asked: string[] = []
  const register = {
    lookUp(id: string) {
      asked.push(id)
      return lookUp(id)
    },
  }
  return { asked, participants: new Participants(register, now) }
}
