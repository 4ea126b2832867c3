import { type Statement, sql } from './database/database.ts'
import { jsonKeys } from './database/json-rows.ts'
import { acrossOrganisations } from './database/organisation.ts'

/**
 * The reads that find out which organisation somebody or something belongs to. All others name
 * their organisation, or are work of the service (`acrossOrganisations`). A test allows eight here
 * at most: each is a way past row level security (docs/decisions/0099).
 */

/** A token request names a client. */
export function clientById(columns: string, id: string): Statement {
  return acrossOrganisations(
    'client',
    sql(
      `select ${columns}, (select o.compatibility from organisations o where o.id = clients.org_id) as compatibility
       from clients where id = $1 and revoked_at is null
         and exists (select 1 from organisations o where o.id = clients.org_id and o.revoked_at is null)`,
      id,
    ),
  )
}

/** A browser shows the secret of its cookie. */
export function sessionBySecret(secretHash: string, now: number, idleSince: number): Statement {
  return acrossOrganisations(
    'session of a browser',
    sql(
      `select s.id as session_id, s.last_seen_at, u.* from sessions s
         join users u on u.org_id = s.org_id and u.id = s.user_id
         join organisations o on o.id = s.org_id
       where s.secret_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3
         and u.removed_at is null and o.revoked_at is null`,
      secretHash,
      now,
      idleSince,
    ),
  )
}

/** A browser shows the secret of a login link, which this uses up. */
export function takeLoginLink(hash: string, now: number, sessionId: string): Statement {
  return acrossOrganisations(
    'login link',
    sql(
      // A cluster refuses the person in an `exists` (docs/decisions/0102).
      `update login_links set used_at = $2, session_id = $3
       from users u join organisations o on o.id = u.org_id
       where login_links.hash = $1 and login_links.used_at is null and login_links.expires_at > $2
         and u.org_id = login_links.org_id and u.id = login_links.user_id
         and u.removed_at is null and o.revoked_at is null`,
      hash,
      now,
      sessionId,
    ),
  )
}

/** A provider names a person by e-mail; several organisations may have invited the address. */
export function invitationsTo(email: string, issuer: string, since: number): Statement {
  return acrossOrganisations(
    'invitations',
    sql(
      `select u.org_id, u.id, u.role, o.name as org_name from users u join organisations o on o.id = u.org_id
       where u.email = $1 and u.removed_at is null and o.revoked_at is null
         and (u.oidc_issuer is null or u.oidc_issuer <> $2) and coalesce(u.email_asked_at, u.created_at) > $3
       order by coalesce(u.email_asked_at, u.created_at) desc, u.id limit 20`,
      email,
      issuer,
      since,
    ),
  )
}

/** An OpenID provider names a person by its own id. */
export function userByIdentity(columns: string, issuer: string, subject: string): Statement {
  return acrossOrganisations(
    'person by identity',
    sql(
      `select ${columns} from users where oidc_issuer = $1 and oidc_subject = $2 and removed_at is null
         and exists (select 1 from organisations o where o.id = users.org_id and o.revoked_at is null)`,
      issuer,
      subject,
    ),
  )
}

/** The network names transmissions: keys of a JSON object. */
export function legsByTransmission(columns: string, transmissions: string): Statement {
  return acrossOrganisations(
    'transmission',
    sql(`select ${columns} from legs where transmission_uuid in ${jsonKeys}`, transmissions),
  )
}

/** An operator names a document. */
export function organisationByDocument(documentId: string): Statement {
  // Starts from the organisations, which are few, because the document key begins with the
  // organisation.
  return acrossOrganisations(
    'document',
    sql(
      'select o.id from organisations o where exists (select 1 from documents d where d.org_id = o.id and d.id = $1)',
      documentId,
    ),
  )
}

/** An operator names a document whose legs stalled. */
export function stalledLegsByDocument(columns: string, documentId: string): Statement {
  return acrossOrganisations(
    'stalled document',
    sql(`select ${columns} from legs where status = 'STALLED' and document_id = $1 order by corner`, documentId),
  )
}
