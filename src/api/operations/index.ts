// The operations of the API, one file each in this folder, listed below.

import { documentKinds } from '../documents/document-kind.ts'
import type { Operation } from '../operation.ts'
import { advanceSandboxClock } from './advance-sandbox-clock.ts'
import { authorizationServer } from './authorization-server.ts'
import { batchDocuments } from './batch-documents.ts'
import { changeOrganisation } from './change-organisation.ts'
import { createClient } from './create-client.ts'
import { createDocument } from './create-document.ts'
import { createProfile } from './create-profile.ts'
import { createWebhook } from './create-webhook.ts'
import { creditInvoice } from './credit-invoice.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { documentEvidence } from './document-evidence.ts'
import { documentXml } from './document-xml.ts'
import { downloadAttachment } from './download-attachment.ts'
import { gatewayInbound } from './gateway-inbound.ts'
import { healthz } from './healthz.ts'
import { issueToken } from './issue-token.ts'
import { jsonWebKeys } from './json-web-keys.ts'
import { listClients } from './list-clients.ts'
import { listCodeLists } from './list-code-lists.ts'
import { listDocumentIds } from './list-document-ids.ts'
import { listDocuments } from './list-documents.ts'
import { listEvents } from './list-events.ts'
import { listProfiles } from './list-profiles.ts'
import { listRevisions } from './list-revisions.ts'
import { listRules } from './list-rules.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { openApiJson } from './openapi-json.ts'
import { peppolStatus } from './peppol-status.ts'
import { peppolStatusLogs } from './peppol-status-logs.ts'
import { printedDocument } from './printed-document.ts'
import { readyz } from './readyz.ts'
import { replaceProfile } from './replace-profile.ts'
import { replayWebhook } from './replay-webhook.ts'
import { replayWebhookDelivery } from './replay-webhook-delivery.ts'
import { resubmitDocument } from './resubmit-document.ts'
import { retrieveCodeList } from './retrieve-code-list.ts'
import { retrieveDocument } from './retrieve-document.ts'
import { retrieveOrganisation } from './retrieve-organisation.ts'
import { retrieveProfile } from './retrieve-profile.ts'
import { retrieveRule } from './retrieve-rule.ts'
import { retrieveWebhook } from './retrieve-webhook.ts'
import { revokeClient } from './revoke-client.ts'
import { rotateClient } from './rotate-client.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { updateWebhook } from './update-webhook.ts'

/** Every operation of the API. The server, OpenAPI and the tests about operations read this list and nothing else. */
export const operations: readonly Operation[] = [
  ...documentKinds.map(createDocument),
  ...documentKinds.map(resubmitDocument),
  creditInvoice('purchase-invoices'),
  creditInvoice('sales-invoices'),
  ...documentKinds.map(listDocuments),
  ...documentKinds.map(listDocumentIds),
  ...documentKinds.map(batchDocuments),
  ...documentKinds.map(retrieveDocument),
  ...documentKinds.map(documentXml),
  ...documentKinds.map((kind) => printedDocument(kind, 'html')),
  ...documentKinds.map((kind) => printedDocument(kind, 'pdf')),
  ...documentKinds.map(documentEvidence),
  ...documentKinds.map(downloadAttachment),
  ...documentKinds.map(listRevisions),
  ...documentKinds.map(peppolStatus),
  ...documentKinds.map(peppolStatusLogs),
  listEvents,
  createWebhook,
  listWebhooks,
  retrieveWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  replayWebhook,
  createProfile,
  listProfiles,
  retrieveProfile,
  replaceProfile,
  retrieveOrganisation,
  changeOrganisation,
  listClients,
  createClient,
  rotateClient,
  revokeClient,
  issueToken,
  jsonWebKeys,
  authorizationServer,
  listRules,
  retrieveRule,
  listCodeLists,
  retrieveCodeList,
  advanceSandboxClock,
  gatewayInbound,
  healthz,
  readyz,
  openApiJson,
]
