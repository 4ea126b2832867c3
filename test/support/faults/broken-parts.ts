import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ExchangeParts } from '../../../src/exchange/exchange.ts'
import { bareResponse, type Gateway } from '../../../src/exchange/gateway.ts'
import { type Database, OutcomeUnknown, type Statement } from '../../../src/store/database/database.ts'
import type { Journal } from './journal.ts'
import type { Strikes } from './strikes.ts'

/**
 * The gateway and the database of an instance with a fault at every step that strikes; everything
 * else is real.
 */
export function withStrikes(parts: ExchangeParts, strikes: Strikes, journal: Journal): ExchangeParts {
  // Replaces the store's database, so that creates are struck too.
  const transaction = parts.db.transaction.bind(parts.db)
  parts.db.transaction = async (statements, lane) => {
    const step = stepOf(statements)
    if (step === undefined) return transaction(statements, lane)
    const lost = () => new OutcomeUnknown(new Error(`the line to the database broke at a ${step}`))
    await strikes.at(step, 'before', lost)
    const results = await transaction(statements, lane)
    await strikes.at(step, 'after', lost)
    return results
  }
  return { ...parts, gateways: parts.gateways.map((gateway) => struckGateway(gateway, strikes, journal)) }
}

/**
 * Finds a step by the text of its statements. They cannot become outdated unnoticed: the fault
 * suite fails when a step is never struck.
 */
function stepOf(statements: Parameters<Database['transaction']>[0]): 'create' | 'claim' | 'settle' | undefined {
  const has = (words: RegExp) => statements.some(({ sql }: Statement) => words.test(sql))
  if (has(/^insert into documents /)) return 'create'
  if (has(/update legs set status = 'SENDING'/)) return 'claim'
  return has(/^update legs set\s.*transmission_response = coalesce/s) ? 'settle' : undefined
}

function struckGateway(gateway: Gateway, strikes: Strikes, journal: Journal): Gateway {
  const broken = () => new Error('the line to the access point broke')
  return {
    name: gateway.name,
    accessPoint: gateway.accessPoint,
    start(inbound) {
      gateway.start(async (envelope) => {
        await strikes.at('status', 'before', broken)
        await inbound(envelope)
        if ((await strikes.at('status', 'after', broken)) === 'repeat') await inbound(envelope)
      })
    },
    async submit(transmission, signal) {
      if ((await strikes.at('submit', 'before', broken)) === 'refuse') {
        return { kind: 'transient', response: bareResponse('TRANSPORT_ERROR', 'Refused by the test') }
      }
      const hash = createHash('sha256').update(JSON.stringify(transmission, sentMembers))
      for await (const piece of transmission.document.pieces()) hash.update(piece)
      journal.sent(transmission.transmissionUuid, hash.digest('base64'))
      const outcome = await gateway.submit(transmission, signal)
      // Then the status may overtake the receipt.
      if ((await strikes.at('submit', 'after', broken)) === 'linger') await delay(lingerMs)
      return outcome
    },
    async ask(transmissionUuid, signal) {
      await strikes.at('ask', 'before', broken)
      const answer = await gateway.ask(transmissionUuid, signal)
      await strikes.at('ask', 'after', broken)
      return answer
    },
    stop: () => gateway.stop(),
  }
}

/** Everything about a transmission that the other side sees, except its document. */
const sentMembers = ['transmissionUuid', 'senderId', 'receiverId', 'docTypeId', 'processId', 'country', 'createdAt']

/** Longer than the sandbox takes for a status, shorter than a submit may take. */
const lingerMs = 150
