import { randomUUID } from 'node:crypto'
import { connect } from 'node:tls'
import type { Config } from '../../../config/config.ts'
import { createPhossAp } from '../../../exchange/gateways/phoss-ap/phoss-ap.ts'
import { type Diagnosis, fine, reasonOf, warning, wrong } from './diagnosis.ts'

/** Asks each access point about a transmission that no one made: that takes address and token. */
export async function diagnoseAccessPoints({ gateway, inbound }: Config): Promise<readonly Diagnosis[]> {
  if (gateway.kind === 'sandbox')
    return [fine('access point', 'The sandbox answers in its place: no document leaves this machine')]
  const asked = gateway.accessPoints.map(async (accessPoint): Promise<Diagnosis> => {
    const what = `access point ${accessPoint.name}`
    const phossAp = createPhossAp({ ...accessPoint, mlsTo: gateway.mlsTo, connectTimeoutMs: answerMs })
    const answer = await phossAp.ask(randomUUID(), AbortSignal.timeout(answerMs))
    if (answer.kind === 'absent') return fine(what, `It answers at ${accessPoint.url.href} and accepts our token`)
    const { transmissionError, transmissionResult } = answer.response
    return wrong(
      what,
      transmissionError ?? `It answered ${transmissionResult}`,
      'Look whether it runs, and whether GATEWAY_URL and GATEWAY_TOKEN are those of its configuration',
    )
  })
  const statuses =
    inbound === undefined ? [] : [fine('inbound', `Statuses come in with the header ${inbound.header} and its secret`)]
  return [...(await Promise.all(asked)), ...statuses]
}

/** The certificate of every https address that the configuration names. */
export async function diagnoseCertificates(config: Config): Promise<readonly Diagnosis[]> {
  const places = new Map<string, URL>()
  for (const address of [config.publicUrl, config.oidc?.issuer, ...accessPointsOf(config)]) {
    const url = address === undefined ? undefined : new URL(address)
    if (url?.protocol === 'https:') places.set(url.host, url)
  }
  return Promise.all([...places.values()].map(diagnoseCertificate))
}

function accessPointsOf({ gateway }: Config): readonly string[] {
  return gateway.kind === 'sandbox' ? [] : gateway.accessPoints.map(({ url }) => url.href)
}

async function diagnoseCertificate(url: URL): Promise<Diagnosis> {
  const what = `certificate of ${url.host}`
  try {
    const until = await validUntil(url)
    const days = Math.floor((until - Date.now()) / dayMs)
    const said = `It is valid until ${new Date(until).toISOString().slice(0, 10)}`
    return days >= warnedDays ? fine(what, said) : warning(what, said, `Renew it: ${days} days are left`)
  } catch (error) {
    const repair = 'Look whether the address is right and whether its certificate is one that Node trusts'
    return wrong(what, reasonOf(error), `${repair}; NODE_EXTRA_CA_CERTS names a file with others`)
  }
}

/** Ms since 1970. Rejects if nobody answers, or if the certificate is not trusted. */
function validUntil(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect({ host, port: Number(url.port || 443), servername: url.hostname, timeout: answerMs })
    socket.on('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('timeout', () => socket.destroy(new Error(`no answer within ${answerMs / 1_000} seconds`)))
    socket.on('error', reject)
  })
}

const answerMs = 5_000
const dayMs = 86_400_000
const warnedDays = 21
