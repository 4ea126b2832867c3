import { page, type Route } from '../../route.ts'
import { endOwnSession, showAccount } from './account.ts'
import { showAudit } from './audit.ts'
import { askToRevokeClient, askToRotateClient, revokeClient, rotateClient } from './client-actions.ts'
import { listClients } from './clients.ts'
import { advanceClock, showClock } from './clock.ts'
import { graveSettingsRoutes } from './grave-settings.ts'
import { logoRoutes } from './logo.ts'
import { addClient, newClient } from './new-client.ts'
import { addProfile, newProfile } from './new-profile.ts'
import { changeOrganisation, showOrganisation } from './organisation.ts'
import { changeProfile, showProfile } from './profile.ts'
import { listProfiles } from './profiles.ts'
import { changeUser, showUser } from './user.ts'
import {
  askToRemoveUser,
  endSessionOfUser,
  inviteUser,
  makeLoginLink,
  removeUser,
  signOutUser,
} from './user-actions.ts'
import { addUser, newUser } from './user-form.ts'
import { listUsers } from './users.ts'

/** The settings begin at their first tab. */
const settings = page({
  path: '/console/settings',
  access: 'viewer',
  show: () => ({ redirect: '/console/settings/profiles' }),
})

/** The pages of the settings. */
export const settingsRoutes: readonly Route[] = [
  settings,
  listProfiles,
  newProfile,
  addProfile,
  showProfile,
  changeProfile,
  ...logoRoutes,
  showAccount,
  endOwnSession,
  showOrganisation,
  changeOrganisation,
  ...graveSettingsRoutes,
  listUsers,
  newUser,
  addUser,
  showUser,
  changeUser,
  makeLoginLink,
  inviteUser,
  signOutUser,
  endSessionOfUser,
  askToRemoveUser,
  removeUser,
  listClients,
  newClient,
  addClient,
  askToRotateClient,
  rotateClient,
  askToRevokeClient,
  revokeClient,
  showAudit,
  showClock,
  advanceClock,
]
