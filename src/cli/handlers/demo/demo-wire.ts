import { readEnvelope } from '@selfbill/pint-ae/read-envelope'
import { type Envelope, mlsIdentifiers, readMls, type Verdict } from '@selfbill/pint-ae/ubl'
import { wrapText } from './wrap-text.ts'

/** Records the envelopes between the service and the network and describes them in a few lines. */
export class DemoWire {
  readonly #sent = new Map<string, Envelope>()
  readonly #statuses = new Map<string, Verdict>()

  record(text: string): void {
    const envelope = readEnvelope(text)
    if (envelope.docTypeId !== mlsIdentifiers.docTypeId) {
      this.#sent.set(envelope.instanceId, envelope)
      return
    }
    const status = readMls(envelope.document)
    this.#statuses.set(status.referenceId, status)
  }

  /** Describes the envelope of a transmission; empty when none was sent. */
  envelopeLines(transmissionUuid: string): readonly string[] {
    const envelope = this.#sent.get(transmissionUuid)
    if (envelope === undefined) return []
    return linesOf('envelope', [
      ['from', `${envelope.senderId} (${envelope.country})`],
      ['to', envelope.receiverId],
      ['type', envelope.docTypeId],
      ['process', envelope.processId],
      ['instance', `${envelope.instanceId}, MLS_TYPE ${envelope.mlsType}`],
    ])
  }

  /** Describes the latest status of a transmission; empty when none came. */
  statusLines(transmissionUuid: string): readonly string[] {
    const status = this.#statuses.get(transmissionUuid)
    if (status === undefined) return []
    const issues = status.issues.map(
      ({ statusReasonCode, lineId, description }): Member => [
        'because',
        `${statusReasonCode} at ${lineId}: ${description}`,
      ],
    )
    return linesOf('MLS', [
      ['from', `${status.senderId} to ${status.receiverId}`],
      ['says', `${status.responseCode} about ${status.referenceId}`],
      ['id', status.id],
      ...issues,
    ])
  }
}

type Member = readonly [name: string, value: string]

function linesOf(title: string, members: readonly Member[]): readonly string[] {
  const lines = members.flatMap(([name, value]) =>
    wrapText(value, valueCharactersMax).map((line, at) => `${(at === 0 ? name : '').padEnd(9)} ${line}`),
  )
  return lines.map((line, at) => `${(at === 0 ? title : '').padEnd(9)} ${line}`)
}

/** Keeps a line with its titles within 100 columns. */
const valueCharactersMax = 66
