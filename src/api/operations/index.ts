// One file per operation, in the folder of its subject.

import { documentKinds } from '../documents/document-kind.ts'
import type { Operation } from '../operation.ts'
import type {
  Catalogue,
  Compatibility,
  Delivering,
  Failures,
  Inbound,
  Issuing,
  Judging,
  Organisations,
  Printing,
  Process,
  Sandbox,
  Sealing,
  SigningIn,
  Tokens,
  Waiting,
} from '../parts.ts'
import { changeOrganisation } from './administration/change-organisation.ts'
import { createClient } from './administration/create-client.ts'
import { listClients } from './administration/list-clients.ts'
import { listOrganisations } from './administration/list-organisations.ts'
import { listOutages } from './administration/list-outages.ts'
import { logoOperations } from './administration/logo.ts'
import { retrieveOrganisation } from './administration/retrieve-organisation.ts'
import { retrieveSending } from './administration/retrieve-sending.ts'
import { revokeClient } from './administration/revoke-client.ts'
import { rotateClient } from './administration/rotate-client.ts'
import { removeRule, retrieveApprovalRule, setRule } from './approvals/approval-rule.ts'
import { askForApproval } from './approvals/ask-for-approval.ts'
import { closeApproval } from './approvals/close-approval.ts'
import { approve, returnToAuthor } from './approvals/decide-approval.ts'
import { approvalRequest, listApprovals, retrieveApproval } from './approvals/list-approvals.ts'
import { printApproval } from './approvals/print-approval.ts'
import { listCodeLists } from './catalogue/list-code-lists.ts'
import { listRules } from './catalogue/list-rules.ts'
import { retrieveCodeList } from './catalogue/retrieve-code-list.ts'
import { retrieveRule } from './catalogue/retrieve-rule.ts'
import { batchDocuments } from './documents/batch-documents.ts'
import { createDocument } from './documents/create-document.ts'
import { creditInvoice } from './documents/credit-invoice.ts'
import { documentRequest } from './documents/document-request.ts'
import { documentXml } from './documents/document-xml.ts'
import { downloadAttachment } from './documents/download-attachment.ts'
import { listDocumentIds } from './documents/list-document-ids.ts'
import { listDocuments } from './documents/list-documents.ts'
import { listRevisions } from './documents/list-revisions.ts'
import { peppolStatus } from './documents/peppol-status.ts'
import { peppolStatusLogs } from './documents/peppol-status-logs.ts'
import { printedDocument } from './documents/printed-document.ts'
import { resubmitDocument } from './documents/resubmit-document.ts'
import { retrieveDocument } from './documents/retrieve-document.ts'
import { listEvents } from './events/list-events.ts'
import { validateDocument } from './judging/validate-document.ts'
import { listLegs } from './legs/list-legs.ts'
import { reportAgain } from './legs/report-again.ts'
import { retryLegs } from './legs/retry-legs.ts'
import { advanceSandboxClock } from './network/advance-sandbox-clock.ts'
import { gatewayInbound } from './network/gateway-inbound.ts'
import { exportDocuments } from './overview/export-documents.ts'
import { listAllDocuments } from './overview/list-all-documents.ts'
import { summariseDocuments } from './overview/summarise-documents.ts'
import { changeMe } from './people/change-me.ts'
import { changeUser } from './people/change-user.ts'
import { createLoginLink } from './people/create-login-link.ts'
import { createUser } from './people/create-user.ts'
import { endSession } from './people/end-session.ts'
import { listAudit } from './people/list-audit.ts'
import { listSessions } from './people/list-sessions.ts'
import { listUsers } from './people/list-users.ts'
import { removeUser } from './people/remove-user.ts'
import { retrieveMe } from './people/retrieve-me.ts'
import { retrieveUser } from './people/retrieve-user.ts'
import { signOutUser } from './people/sign-out-user.ts'
import { healthz } from './process/healthz.ts'
import { openApiJson } from './process/openapi-json.ts'
import { readyz } from './process/readyz.ts'
import { serviceRoot } from './process/service-root.ts'
import { createProfile } from './profiles/create-profile.ts'
import { listProfiles } from './profiles/list-profiles.ts'
import { replaceProfile } from './profiles/replace-profile.ts'
import { retrieveProfile } from './profiles/retrieve-profile.ts'
import { authorizationServer } from './tokens/authorization-server.ts'
import { evidenceKeys } from './tokens/evidence-keys.ts'
import { issueToken } from './tokens/issue-token.ts'
import { issueTokenBySignature } from './tokens/issue-token-by-signature.ts'
import { jsonWebKeys } from './tokens/json-web-keys.ts'

/** What the operations of the core need: all that the core offers. */
export type CoreParts = Issuing &
  Catalogue &
  Compatibility &
  Delivering &
  Failures &
  Inbound &
  Judging &
  Organisations &
  Printing &
  Process &
  Sandbox &
  Sealing &
  SigningIn &
  Tokens &
  Waiting

/** The operations of the core. */
export const coreOperations: readonly Operation<CoreParts>[] = [
  ...documentKinds.map(createDocument),
  ...documentKinds.map(resubmitDocument),
  creditInvoice('purchase-invoices'),
  creditInvoice('sales-invoices'),
  ...documentKinds.map(listDocuments),
  ...documentKinds.map(listDocumentIds),
  ...documentKinds.map(batchDocuments),
  ...documentKinds.map(retrieveDocument),
  ...documentKinds.map(documentXml),
  ...documentKinds.map(documentRequest),
  ...documentKinds.map((kind) => printedDocument(kind, 'html')),
  ...documentKinds.map((kind) => printedDocument(kind, 'pdf')),
  ...documentKinds.map(downloadAttachment),
  ...documentKinds.map(listRevisions),
  ...documentKinds.map(peppolStatus),
  ...documentKinds.map(peppolStatusLogs),
  listAllDocuments,
  exportDocuments,
  summariseDocuments,
  listLegs,
  retryLegs,
  reportAgain,
  listEvents,
  createProfile,
  listProfiles,
  retrieveProfile,
  replaceProfile,
  validateDocument,
  retrieveOrganisation,
  retrieveSending,
  retrieveApprovalRule,
  setRule,
  removeRule,
  askForApproval,
  listApprovals,
  retrieveApproval,
  approvalRequest,
  printApproval,
  approve,
  returnToAuthor,
  closeApproval,
  changeOrganisation,
  ...logoOperations,
  listClients,
  createClient,
  rotateClient,
  revokeClient,
  createUser,
  listUsers,
  retrieveUser,
  changeUser,
  removeUser,
  createLoginLink,
  signOutUser,
  listSessions,
  endSession,
  retrieveMe,
  changeMe,
  listAudit,
  listOrganisations,
  listOutages,
  issueToken,
  issueTokenBySignature,
  jsonWebKeys,
  evidenceKeys,
  authorizationServer,
  listRules,
  retrieveRule,
  listCodeLists,
  retrieveCodeList,
  advanceSandboxClock,
  gatewayInbound,
  serviceRoot,
  healthz,
  readyz,
  openApiJson,
]
