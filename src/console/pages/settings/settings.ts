import { page } from '../../route.ts'

/** `/console/settings` leads to its first tab. */
export const settings = page({
  path: '/console/settings',
  access: 'viewer',
  show: () => ({ redirect: '/console/settings/profiles' }),
})
