import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A metadata publisher (SMP) on 127.0.0.1 that answers what a test puts into `documents`. */
export class MetadataPublisher {
  readonly #server: Server
  /** Decoded path → body, or what to do with the answer. Other paths are 404. */
  readonly documents = new Map<string, string | ((response: ServerResponse) => void)>()
  /** Paths as they were asked, still encoded. */
  readonly asked: string[] = []

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      const path = request.url ?? ''
      this.asked.push(path)
      const known = this.documents.get(decodeURIComponent(path))
      if (known === undefined) response.writeHead(404).end()
      else if (typeof known === 'string') response.writeHead(200, { 'content-type': 'application/xml' }).end(known)
      else known(response)
    })
  }

  static async start(): Promise<MetadataPublisher> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new MetadataPublisher(server)
  }

  /** `http://127.0.0.1:4080` */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** A ServiceGroup with references to document types. */
export function serviceGroup(participantId: string, documentTypes: readonly string[], base = 'https://smp.example') {
  const participant = encodeURIComponent(`iso6523-actorid-upis::${participantId}`)
  const references = documentTypes.map(
    (type) => `<ServiceMetadataReference href="${base}/${participant}/services/${encodeURIComponent(type)}"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<ServiceGroup xmlns="${smp}" xmlns:ids="${ids}">
  <ids:ParticipantIdentifier scheme="iso6523-actorid-upis">${participantId}</ids:ParticipantIdentifier>
  <ServiceMetadataReferenceCollection>${references.join('')}</ServiceMetadataReferenceCollection>
</ServiceGroup>`
}

/** The metadata of a document type with one endpoint. */
export function serviceMetadata(participantId: string, overrides: Partial<EndpointXml> = {}): string {
  const { processId, profile, url, certificate, activation, expiration } = { ...usual, ...overrides }
  const [scheme, process] = processId.split(/::(.*)/s)
  return `<SignedServiceMetadata xmlns="${smp}" xmlns:ids="${ids}" xmlns:wsa="http://www.w3.org/2005/08/addressing">
  <ServiceMetadata><ServiceInformation>
    <ids:ParticipantIdentifier scheme="iso6523-actorid-upis">${participantId}</ids:ParticipantIdentifier>
    <ids:DocumentIdentifier scheme="busdox-docid-qns">any</ids:DocumentIdentifier>
    <ProcessList><Process>
      <ids:ProcessIdentifier scheme="${scheme}">${process}</ids:ProcessIdentifier>
      <ServiceEndpointList><Endpoint transportProfile="${profile}">
        <wsa:EndpointReference><wsa:Address>${url}</wsa:Address></wsa:EndpointReference>
        <RequireBusinessLevelSignature>false</RequireBusinessLevelSignature>
        ${activation === '' ? '' : `<ServiceActivationDate>${activation}</ServiceActivationDate>`}
        ${expiration === '' ? '' : `<ServiceExpirationDate>${expiration}</ServiceExpirationDate>`}
        <Certificate>${certificate}</Certificate>
        <ServiceDescription>Receiver</ServiceDescription>
        <TechnicalContactUrl>https://ap.example</TechnicalContactUrl>
      </Endpoint></ServiceEndpointList>
    </Process></ProcessList>
  </ServiceInformation></ServiceMetadata>
  <Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/></Signature>
</SignedServiceMetadata>`
}

/** Metadata that another publisher has. */
export function redirection(url: string): string {
  return `<SignedServiceMetadata xmlns="${smp}"><ServiceMetadata><Redirect href="${url}">
    <CertificateUID>CN=PSM000001</CertificateUID></Redirect></ServiceMetadata></SignedServiceMetadata>`
}

interface EndpointXml {
  readonly processId: string
  readonly profile: string
  readonly url: string
  readonly certificate: string
  /** Empty: no such date. */
  readonly activation: string
  readonly expiration: string
}

const usual: EndpointXml = {
  processId: 'cenbii-procid-ubl::urn:peppol:bis:selfbilling',
  profile: 'peppol-transport-as4-v2_0',
  url: 'https://ap.example/as4',
  certificate: '',
  activation: '',
  expiration: '',
}

const smp = 'http://busdox.org/serviceMetadata/publishing/1.0/'
const ids = 'http://busdox.org/transport/identifiers/1.0/'
