import { providerScheme } from '@selfbill/pint-ae/ubl'
import { chooseScript } from '../../exchange/gateways/sandbox/scripts.ts'
import type { DocumentKindName, ParticipantRegister, Service } from './register.ts'
import { documentKinds } from './register.ts'

/**
 * The register of the simulated network. It agrees with what a delivery does: everybody is
 * registered and receives the documents of all families, except the endpoint whose script refuses
 * documents for good. Service providers also receive statuses, the tax authority also reports.
 */
export function sandboxRegister({ authorityId }: SandboxRegisterParts): ParticipantRegister {
  return {
    async lookUp(participantId) {
      const { script } = chooseScript({ corner: 'C3', receiverId: participantId }, noDocument)
      if (script.failures > 0 && script.failure === 'permanent') return undefined
      const isProvider = participantId.startsWith(`${providerScheme}:`)
      const receives = (kind: DocumentKindName) => {
        if (kind === 'tax_data_documents') return participantId === authorityId
        return kind !== 'message_level_statuses' || isProvider
      }
      const services = documentKinds
        .filter(({ kind }) => receives(kind))
        .map(({ kind, docTypeId, processId }): Service => ({ kind, documentTypeId: docTypeId, processId, endpoint }))
      return { documentTypes: services.map(({ documentTypeId }) => documentTypeId), services }
    },
  }
}

interface SandboxRegisterParts {
  /** The tax authority's id, `0242:…`. */
  readonly authorityId: string
}

const noDocument = { specialEndpoint: '', isFirstReport: false }

/** One simulated access point receives for all; its address leads nowhere. */
const endpoint = {
  url: 'https://access-point.sandbox.invalid/as4',
  transportProfile: 'peppol-transport-as4-v2_0',
  certificate: null,
  activeFrom: null,
  activeUntil: null,
}
