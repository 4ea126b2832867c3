import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { signInByProvider } from '../people/oidc/provider.ts'
import type { People, SignInRefused } from '../people/people.ts'
import { openPeople } from '../people/sign-in.ts'
import { findOrganisation, findOrganisationByName } from '../store/accounts/organisations.ts'
import type { Store } from '../store/store.ts'
import { personToken } from './token.ts'

/** The sessions of people, over the store, the signing keys and the configured provider. */
export function peopleOf({ config, store, time, log }: PeopleParts): People {
  const { oidc } = config
  const db = store.database
  const now = () => time.now()
  /** A claim names an organisation by its id or its name. */
  const organisation = async (idOrName: string) => {
    const found = (await findOrganisation(db, idOrName)) ?? (await findOrganisationByName(db, idOrName))
    return found?.revokedAt === undefined ? found?.id : undefined
  }
  // Not a failure of ours, and anybody can cause it: no more than a note.
  const onRefused = ({ reason, cause }: SignInRefused) =>
    log.info({ reason, cause: cause instanceof Error ? cause.message : undefined }, 'a sign-in was refused')
  return openPeople({
    db,
    now,
    issueToken: (claims) => personToken(store, config, claims, now()),
    provider: oidc && ((startSession) => signInByProvider(oidc, { db, now, organisation, onRefused }, startSession)),
  })
}

interface PeopleParts {
  readonly config: Config
  readonly store: Store
  /** The database's time. */
  readonly time: Clock
  readonly log: Logger
}
