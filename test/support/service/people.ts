import assert from 'node:assert/strict'
import { v7 } from 'uuid'
import { newLoginLink } from '../../../src/people/login-link.ts'
import type { NewSession } from '../../../src/people/people.ts'
import type { Role } from '../../../src/security/roles.ts'
import { addUser } from '../../../src/store/people/users.ts'
import { jsonOf, type Members } from '../requests/requests.ts'
import { type Fetched, fetchDeclared } from './fetch-declared.ts'
import type { TestService } from './test-service.ts'

/** A person of an organisation, signed in by a link, who calls the API with the token of the session. */
export interface TestPerson {
  readonly orgId: string
  readonly userId: string
  readonly sessionId: string
  readonly session: NewSession
  /** One request with a token made for it. */
  send(method: string, path: string, body?: Members, headers?: Readonly<Record<string, string>>): Promise<Fetched>
  get(path: string): Promise<Fetched>
}

export async function aPerson(
  running: TestService,
  orgId: string,
  { role = 'viewer', name = 'Mariam', email }: { role?: Role; name?: string; email?: string } = {},
): Promise<TestPerson> {
  const { parts } = running.service
  const user = { orgId, id: v7(), name, email, role, createdAt: parts.now() }
  await addUser(parts.store.database, user)
  return signIn(running, user)
}

/** Signs somebody in by a link of their own. */
export async function signIn(
  running: TestService,
  { orgId, id }: { readonly orgId: string; readonly id: string },
): Promise<TestPerson> {
  const { people, store, now } = running.service.parts
  const { secret, statement } = newLoginLink({ orgId, id }, now())
  await store.database.transaction([statement])
  const session = await people.signInByLink(secret, 'Test browser')
  assert.ok(session, 'the link signs in')
  const send = async (method: string, path: string, body?: Members, headers: Readonly<Record<string, string>> = {}) => {
    // As a page does: with whatever the session may do now.
    const signedIn = (await people.signedIn(session.secret)) ?? session.signedIn
    const authorization = `Bearer ${await people.tokenOf(signedIn)}`
    return fetchDeclared(running.address, path, {
      method,
      ...(body && { body: jsonOf(body) }),
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
    })
  }
  const { sessionId } = session.signedIn
  return { orgId, userId: id, sessionId, session, send, get: (path) => send('GET', path) }
}
