/** When a person gets e-mails: for each event within a minute, once a day, or never. */
export const noticeChoices = ['at_once', 'daily', 'none'] as const
export type NoticeChoice = (typeof noticeChoices)[number]

/** Of people who have not chosen: a mail a day at most, and only when something needs a person. */
export const usualChoice: NoticeChoice = 'daily'

/** Of the person `u` in a statement. */
export const choice = `coalesce(u.notices, '${usualChoice}')`
