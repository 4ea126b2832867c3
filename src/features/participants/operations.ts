import { answerEnum, answerObject, instantAt, orNull, Type } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { isPredefinedEndpoint } from '@selfbill/pint-ae/ubl'
import { ok } from '../../api/answer/answers.ts'
import { Fault } from '../../api/faults.ts'
import { operationWith } from '../../api/operation.ts'
import type { Basics } from '../../api/parts.ts'
import type { Lookup, Participants } from './participants.ts'
import { documentKindNames, type Endpoint, type EndpointCertificate, LookupFailed } from './register.ts'

// What the API says about a participant. Times are texts, since people read this answer too.

const time = () => Type.String({ format: 'date-time' })

const Certificate = answerObject(
  'ParticipantCertificate',
  {
    common_name: orNull(Type.String()),
    valid_from: time(),
    valid_until: time(),
    sha256: Type.String(),
  },
  { description: 'As the register names it; the access point verifies it before it sends' },
)

const ParticipantEndpoint = answerObject('ParticipantEndpoint', {
  url: Type.String(),
  transport_profile: Type.String(),
  certificate: orNull(Certificate),
  active_from: orNull(time()),
  active_until: orNull(time()),
})

const Kind = answerEnum('ParticipantDocumentKind', documentKindNames)

const Service = answerObject('ParticipantService', {
  document: Kind,
  document_type_id: Type.String(),
  process_id: Type.String(),
  endpoint: orNull(ParticipantEndpoint),
})

const CanReceive = answerObject(
  'ParticipantCanReceive',
  {
    purchase_invoices: Type.Boolean(),
    purchase_credit_notes: Type.Boolean(),
    sales_invoices: Type.Boolean(),
    sales_credit_notes: Type.Boolean(),
    tax_data_documents: Type.Boolean(),
    message_level_statuses: Type.Boolean(),
  },
  { description: 'True: the document type is registered, and an access point receives it now' },
)

const AnsweredParticipant = answerObject('Participant', {
  participant_id: Type.String(),
  registered: Type.Boolean(),
  predefined_endpoint: Type.Boolean(),
  can_receive: CanReceive,
  services: Type.Array(Service),
  document_types: Type.Array(Type.String()),
  looked_up_at: time(),
})

/** The answer about a participant. */
function participantAnswer(participantId: string, { registration, at }: Lookup, isPredefined: boolean) {
  const services = registration?.services ?? []
  const receives = (kind: (typeof documentKindNames)[number]) =>
    services.some((service) => service.kind === kind && service.endpoint !== null)
  return {
    participant_id: participantId,
    registered: registration !== null,
    predefined_endpoint: isPredefined,
    can_receive: {
      purchase_invoices: receives('purchase_invoices'),
      purchase_credit_notes: receives('purchase_credit_notes'),
      sales_invoices: receives('sales_invoices'),
      sales_credit_notes: receives('sales_credit_notes'),
      tax_data_documents: receives('tax_data_documents'),
      message_level_statuses: receives('message_level_statuses'),
    },
    services: services.map(({ kind, documentTypeId, processId, endpoint }) => ({
      document: kind,
      document_type_id: documentTypeId,
      process_id: processId,
      endpoint: endpoint && endpointAnswer(endpoint),
    })),
    document_types: [...(registration?.documentTypes ?? [])],
    looked_up_at: isoTime(at),
  }
}

function endpointAnswer({ url, transportProfile, certificate, activeFrom, activeUntil }: Endpoint) {
  return {
    url,
    transport_profile: transportProfile,
    certificate: certificate && certificateAnswer(certificate),
    active_from: activeFrom === null ? null : isoTime(activeFrom),
    active_until: activeUntil === null ? null : isoTime(activeUntil),
  }
}

function certificateAnswer({ commonName, validFrom, validUntil, sha256 }: EndpointCertificate) {
  return { common_name: commonName, valid_from: isoTime(validFrom), valid_until: isoTime(validUntil), sha256 }
}

function isoTime(at: number): string {
  return instantAt(at)
}

/** What the operation works with. */
export interface ParticipantParts extends Basics {
  /** Looks participants up; undefined: no register is configured. */
  readonly participants: Pick<Participants, 'lookUp'> | undefined
}

/**
 * Whether a supplier or customer is on the network, and what it can receive. Not registered is an
 * answer and no error: 200. Source: docs/decisions/0083.
 */
const lookUpParticipant = operationWith<ParticipantParts>()({
  id: 'lookUpParticipant',
  method: 'GET',
  path: '/api/participants/{scheme}/{id}',
  summary: 'Look up a participant, and what it can receive',
  description:
    'Asks the network (in the sandbox: its own register) before a document is issued. An answer may be up to ten ' +
    'minutes old, "not registered" one minute. It is no promise: the access point looks the receiver up again when ' +
    'it sends.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  params: {
    scheme: Type.String({ pattern: '^[0-9]{4}$' }),
    id: Type.String({ pattern: '^[A-Za-z0-9._~-]{1,130}$' }),
  },
  exampleParameters: { scheme: '0235', id: '1987654321' },
  answers: { 200: { description: 'The participant', type: 'application/json', schema: AnsweredParticipant } },
  faults: ['parameter_invalid', 'lookup_missing', 'lookup_unusable', 'lookup_unavailable'],
  async handle({ params: { scheme, id }, parts }) {
    if (!/^[0-9]{4}$/.test(scheme)) throw new Fault('parameter_invalid', { reason: message('scheme_not_four_digits') })
    if (!/^[A-Za-z0-9._~-]{1,130}$/.test(id))
      throw new Fault('parameter_invalid', { reason: message('participant_id_invalid') })
    const participantId = `${scheme}:${id}`
    if (isPredefinedEndpoint(scheme, id))
      return ok(participantAnswer(participantId, { registration: null, at: parts.now() }, true))
    return ok(participantAnswer(participantId, await lookUp(participantId, parts), false))
  },
})

async function lookUp(participantId: string, { participants }: ParticipantParts) {
  if (participants === undefined) throw new Fault('lookup_missing')
  try {
    return await participants.lookUp(participantId)
  } catch (error) {
    if (!(error instanceof LookupFailed)) throw error
    const { kind, reason } = error
    if (kind === 'unusable') throw new Fault('lookup_unusable', { reason })
    throw new Fault('lookup_unavailable', { reason }, undefined, retryAfterS)
  }
}

const retryAfterS = 5

export const participantOperations = [lookUpParticipant]
