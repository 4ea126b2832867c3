import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../../../config/config.ts'
import { createPhossAp } from '../../../exchange/gateways/phoss-ap/phoss-ap.ts'
import { type Diagnosis, fine, reasonOf, warning, wrong } from './diagnosis.ts'

/** Asks each access point about a transmission that no one made: that takes address and token. */
export async function diagnoseAccessPoints(config: Config): Promise<readonly Diagnosis[]> {
  const { gateway, inbound } = config
  if (gateway.kind === 'sandbox') return [diagnoseSandbox(config)]
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

/** With a database or NODE_ENV=production people may expect that documents are sent. */
function diagnoseSandbox({ isDemoSeeded }: Config): Diagnosis {
  const said = 'The sandbox answers in its place: no document leaves this machine'
  if (isDemoSeeded) return fine('access point', said)
  return warning('access point', said, 'For real documents set GATEWAY=phoss-ap and the settings of the access point')
}

/** The certificate of every https address that the configuration names. */
export async function diagnoseCertificates(config: Config): Promise<readonly Diagnosis[]> {
  const places = new Map<string, Place>()
  const needed = [config.oidc?.issuer, ...accessPointsOf(config)].map((address) => ({ address, isNeeded: true }))
  // The last one of a host counts.
  for (const { address, isNeeded } of [{ address: config.publicUrl, isNeeded: false }, ...needed]) {
    const url = address === undefined ? undefined : new URL(address)
    if (url?.protocol === 'https:') places.set(url.host, { url, isNeeded })
  }
  return Promise.all([...places.values()].map(diagnoseCertificate))
}

function accessPointsOf({ gateway }: Config): readonly string[] {
  return gateway.kind === 'sandbox' ? [] : gateway.accessPoints.map(({ url }) => url.href)
}

interface Place {
  readonly url: URL
  /** The service itself connects to it. Only people open PUBLIC_URL. */
  readonly isNeeded: boolean
}

async function diagnoseCertificate({ url, isNeeded }: Place): Promise<Diagnosis> {
  const what = `certificate of ${url.host}`
  try {
    const until = await validUntil(url)
    const days = Math.floor((until - Date.now()) / dayMs)
    const said = `It is valid until ${new Date(until).toISOString().slice(0, 10)}`
    return days >= warnedDays ? fine(what, said) : warning(what, said, `Renew it: ${days} days are left`)
  } catch (error) {
    if (!isUnreached(error)) return wrong(what, reasonOf(error), certificateRepair)
    const said = `It cannot be reached from here: ${reasonOf(error)}`
    return isNeeded ? wrong(what, said, reachRepair) : warning(what, said, publicRepair)
  }
}

const certificateRepair =
  'Look whether the address is right and whether its certificate is one that Node trusts; NODE_EXTRA_CA_CERTS names ' +
  'a file with others'
const reachRepair =
  'Correct the address, or open the way to it: name servers, firewall, NetworkPolicy (docs/operating.md, "Connections")'
const publicRepair =
  'Nothing, where people open it and only this machine cannot; otherwise correct PUBLIC_URL, or its entry in the ' +
  'name servers'

function isUnreached(error: unknown): boolean {
  return error instanceof Error && 'code' in error && unreached.includes(String(error.code))
}

const unreached: readonly string[] = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
]

/** Ms since 1970. Rejects if nobody answers, or if the certificate is not trusted. */
function validUntil(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // An address has no name for the server to choose a certificate by.
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port: Number(url.port || 443), ...name, timeout: answerMs })
    socket.on('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('timeout', () =>
      socket.destroy(Object.assign(new Error(`no answer within ${answerMs / 1_000} seconds`), { code: 'ETIMEDOUT' })),
    )
    socket.on('error', reject)
  })
}

const answerMs = 5_000
const dayMs = 86_400_000
const warnedDays = 21
