/** The settings page of a person's e-mails. */
export const notices = {
  title: 'E-mails to you',
  about: 'Selfbill can write to you when a document is rejected, must be repaired, or stops on its way.',
  choice: 'When do you want an e-mail?',
  at_once: 'For each event, within a minute',
  daily: 'One digest a day',
  none: 'Never',
  hint: 'A digest comes only when there is something in it. More than six e-mails an hour wait for the digest.',
  address: 'They go to {email}.',
  noAddress: 'Your account has no e-mail address.',
  askForAddress: 'Ask an administrator to add one.',
  addAddress: 'Add an address',
  addAddressHint: 'You can add one on the page of your user.',
  noServer: 'This service has no mail server, so it sends no e-mails. Your choice counts as soon as it has one.',
  save: 'Save',
  saved: 'Your choice is saved.',
} as const
