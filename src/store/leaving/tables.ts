/**
 * What an organisation takes along when it leaves, table by table: the columns of its rows, and why
 * the others stay behind. A test compares this with the schema, so a new table or column must be
 * decided on. Documents leave with their texts and files; see
 * cli/handlers/export/documents.ts.
 */

/** How a column is written to JSON. `instant`: ms since 1970 become RFC 3339; `flag`: 0 or 1. */
type Kind = 'text' | 'number' | 'instant' | 'flag' | 'json' | 'base64'

export interface ExportedTable {
  readonly table: string
  /** The columns of the primary key after the organisation: the order of the rows. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Kind>>
  /** Columns that stay behind, and why. */
  readonly without: Readonly<Record<string, string>>
  /** Which rows leave, where not all do, and why the others stay behind. */
  readonly only?: { readonly condition: string; readonly otherwise: string }
  /** The column of the organisation's id, where it is not `org_id`. */
  readonly orgColumn?: 'id'
}

const secret = 'a secret, or its digest'
const ours = 'the service uses it for its own work'

export const exportedTables: readonly ExportedTable[] = [
  {
    table: 'organisations',
    orgColumn: 'id',
    key: [],
    columns: {
      id: 'text',
      name: 'text',
      default_api_version: 'text',
      phase2: 'flag',
      auto_numbering: 'flag',
      number_format: 'text',
      compatibility: 'text',
      created_at: 'instant',
      revoked_at: 'instant',
    },
    without: {},
  },
  {
    table: 'organisation_logos',
    key: [],
    columns: { file_type: 'text', width: 'number', height: 'number', content: 'base64', changed_at: 'instant' },
    without: {},
  },
  {
    table: 'retentions',
    key: [],
    columns: { years: 'number', removes: 'flag', held_at: 'instant', held_by: 'text', hold_reason: 'text' },
    without: { removed_before: ours, mark: ours },
  },
  {
    table: 'approval_rules',
    key: [],
    columns: { amount_from: 'text', approvers: 'text', changed_at: 'instant' },
    without: {},
  },
  {
    table: 'approvals',
    key: ['id'],
    columns: {
      id: 'text',
      status: 'text',
      kind: 'text',
      family: 'text',
      profile_id: 'text',
      document_id: 'text',
      issued_id: 'text',
      digest: 'text',
      profile_version: 'number',
      amount: 'text',
      author_id: 'text',
      author_name: 'text',
      created_at: 'instant',
      expires_at: 'instant',
      decided_by: 'text',
      decided_at: 'instant',
      note: 'text',
      closed_at: 'instant',
    },
    without: {
      request: 'what was sent for approval is sealed; what was issued is in its document',
      summary: 'sealed; the document says the same',
    },
    only: {
      condition: "status <> 'WAITING'",
      otherwise: 'requests that wait for a second person are no documents yet; decide on them before the export',
    },
  },
  {
    table: 'profiles',
    key: ['profile_id'],
    columns: {
      profile_id: 'text',
      party: 'json',
      status: 'text',
      version: 'number',
      created_at: 'instant',
      updated_at: 'instant',
    },
    without: {},
  },
  {
    table: 'clients',
    key: ['id'],
    columns: { id: 'text', name: 'text', scopes: 'text', created_at: 'instant', revoked_at: 'instant' },
    without: {
      secret_hash: secret,
      previous_secret_hash: secret,
      previous_secret_until: secret,
      sealed_secret: secret,
      previous_sealed_secret: secret,
      older_secret_hashes: secret,
      older_sealed_secrets: secret,
      older_secrets_until: secret,
    },
  },
  {
    table: 'users',
    key: ['id'],
    columns: {
      id: 'text',
      name: 'text',
      email: 'text',
      role: 'text',
      language: 'text',
      oidc_issuer: 'text',
      oidc_subject: 'text',
      created_at: 'instant',
      removed_at: 'instant',
      notices: 'text',
      confirmed_email: 'text',
    },
    without: { notices_since: ours, email_asked_at: ours },
  },
  {
    table: 'agreements',
    key: ['id'],
    columns: {
      id: 'text',
      profile_id: 'text',
      supplier_tin: 'text',
      supplier_name: 'text',
      agreement_number: 'text',
      valid_from: 'text',
      valid_to: 'text',
      created_at: 'instant',
      updated_at: 'instant',
    },
    without: {},
  },
  {
    table: 'webhooks',
    key: ['id'],
    columns: {
      id: 'text',
      url: 'text',
      event_types: 'json',
      description: 'text',
      is_active: 'flag',
      disabled_reason: 'text',
      disabled_at: 'instant',
      created_at: 'instant',
      updated_at: 'instant',
    },
    without: {
      failing_since: ours,
      secret,
      former_secret: secret,
      former_until: secret,
      position: ours,
      mark: ours,
      older_secrets: secret,
    },
  },
  {
    table: 'uploads',
    key: ['id'],
    columns: {
      id: 'text',
      family: 'text',
      profile_id: 'text',
      name: 'text',
      encoding: 'text',
      date_order: 'text',
      digest: 'text',
      status: 'text',
      created_by: 'text',
      api_version: 'text',
      documents: 'number',
      checked: 'number',
      check_failed: 'number',
      check_refused: 'number',
      repeats: 'number',
      done: 'number',
      issued: 'number',
      to_repair: 'number',
      refused: 'number',
      skipped: 'number',
      waiting: 'number',
      warned: 'number',
      issuer_id: 'text',
      issuer_name: 'text',
      repeats_choice: 'text',
      refuses_failing: 'flag',
      warnings: 'json',
      created_at: 'instant',
      updated_at: 'instant',
      content_removed_at: 'instant',
    },
    without: { due_at: ours, lease_owner: ours },
  },
  {
    table: 'upload_results',
    key: ['upload_id', 'phase', 'position'],
    columns: {
      upload_id: 'text',
      phase: 'text',
      position: 'number',
      outcome: 'text',
      is_repeat: 'flag',
      document_id: 'text',
      document_number: 'text',
      approval_id: 'text',
      errors: 'json',
      warnings: 'json',
    },
    without: { compared: 'what the check of a file remembers of its documents' },
  },
  {
    table: 'audit_entries',
    key: ['id'],
    columns: {
      id: 'text',
      at: 'instant',
      actor_kind: 'text',
      actor_id: 'text',
      actor_name: 'text',
      action: 'text',
      target_kind: 'text',
      target_id: 'text',
      detail: 'json',
    },
    without: {},
  },
]

/** These tables are in the lines of the documents, read as an evidence pack reads them. */
export const documentTables: readonly string[] = [
  'documents',
  'revisions',
  'attachments',
  'legs',
  'leg_documents',
  'leg_statuses',
  'chain_links',
  'entries',
  'text_parts',
]

/** The other tables of an organisation, and why nothing of them leaves. */
export const tablesLeftBehind: Readonly<Record<string, string>> = {
  billing_references: 'the texts of the documents name the invoices that they refer to',
  confirmation_days: ours,
  confirmation_mails: ours,
  drafts: 'what a person has begun and not issued is sealed, and is deleted 90 days after its last change',
  feed_heads: ours,
  idempotency_answers: 'answers for repeated requests, kept for a day',
  idempotency_marks: ours,
  invoice_credits: 'the texts of the credit notes name their invoice and what they take from it',
  login_links: secret,
  notice_cursors: ours,
  notice_turns: ours,
  notices: 'e-mails that were sent, or wait for it',
  number_blocks: ours,
  object_reviews: ours,
  outage_documents: 'the log of each document says when it waited for an access point',
  requests: 'the list of the requests of the last days, which holds no document',
  sandbox_clocks: ours,
  searched_numbers: ours,
  sequences: ours,
  sessions: secret,
  spare_numbers: ours,
  text_packing: ours,
  unreferenced_objects: ours,
  upload_documents: 'the rows of uploaded files, kept for 30 days; the results of each row leave',
  upload_files: 'uploaded files are kept for 30 days only; the person who uploaded one has it',
  waiting_statuses: ours,
  webhook_attempts: 'which events a webhook got is kept for some days only',
  webhook_deliveries: 'which events a webhook got is kept for some days only',
}
