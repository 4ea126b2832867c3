/** Signing in and out. */
export const signIn = {
  title: 'Sign in',
  withProvider: 'Sign in with {provider}',
  byLink: 'Sign in with a link',
  linkHint:
    'Ask the person who runs this service for a login link. This command makes one, for one use in ten minutes:',
  demoHint: 'When you started the service yourself, its first output shows a link.',
  confirmTitle: 'Continue to Selfbill',
  confirm: 'Continue',
  confirmHint: 'Your login link is ready. It works once, so do not pass it on.',
  linkUsed: 'This login link was used already, has expired, or is not complete. Ask for a new one.',
  expired: 'Your session has ended. Sign in again to go on.',
  expiredUnsent: 'Your session has ended, so what you entered was not sent. Sign in again, then send it once more.',
  signedOut: 'You are signed out.',
  signedOutEverywhere: 'All your sessions are ended.',
  needsHttps: 'Selfbill keeps you signed in only over https, or on this computer as localhost. Open its https address.',
  late: 'The sign-in took too long, or began in another browser. Try again.',
  providerRefused: '{provider} refused the sign-in.',
  providerAway: '{provider} cannot be reached at the moment. Try again soon.',
  noAccount:
    'You have no account here, and no open invitation to your verified e-mail address. Ask an administrator of your ' +
    'organisation for one.',
  otherOrganisation:
    '{provider} names another organisation than the one of your account here, or none. Ask your administrator to ' +
    'correct it there.',
  noRole: '{provider} gives you no role here. Ask your administrator to correct it there.',
  invited: 'You are invited',
  invitedAbout: 'You are signed in at {provider} as {email}. Choose the organisation to work for. You can join one.',
  join: 'Join {organisation}',
  unexpected: 'Do you not expect this? Close the page: nothing happens.',
  notNow: 'Not now',
  confirmAddress: 'Confirm your e-mail address',
  confirmAddressAbout: 'Selfbill then writes to {email} about documents. You can end that in each e-mail.',
  addressConfirmed: 'Your e-mail address is confirmed.',
  addressUnknown: 'This link has expired, is not complete, or is for another address than your account has now.',
} as const
