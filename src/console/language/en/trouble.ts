/** What went wrong, and what to do about it. */
export const trouble = {
  notFoundTitle: 'Page not found',
  notFound: 'There is nothing at this address. It may have been typed wrong, or belong to another organisation.',
  forbiddenTitle: 'Not allowed',
  forbidden: 'Your role does not allow this. An administrator of your organisation can change your role.',
  elsewhereTitle: 'Request refused',
  elsewhere: 'This request did not come from a page of Selfbill, so nothing was changed. Open the page and try again.',
  tooLargeTitle: 'Too large',
  tooLarge: 'What you sent is larger than this page accepts.',
  unreadableTitle: 'Form not readable',
  unreadable: 'The form did not arrive as a browser sends it. Go back and try again.',
  busyTitle: 'Too many requests',
  busy: 'There were too many requests in a short time. Wait a minute, then try again.',
  refusedTitle: 'Not accepted',
  awayTitle: 'Not available',
  away: 'The service is not available at the moment. Nothing is lost; try again soon.',
  unknownTitle: 'Outcome not known',
  unknown: 'The database was lost during this request, which may have been carried out. Check before you repeat it.',
  failedTitle: 'Something went wrong',
  failed:
    'This is our fault, and it is in our log. Try again. When it stays, report it to the person who runs this service.',
  home: 'Go to the start',
} as const
