import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { badge } from '../../parts/badge.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Call } from '../../route.ts'
import { browserName } from './browser-name.ts'
import { settingsWords } from './settings-words.ts'

/** Where somebody is signed in, each with a button that ends it. */
export function sessionRows(
  call: Pick<Call, 'say' | 'format' | 'now'>,
  sessions: readonly Session[],
  path: string,
): Html {
  const { say, format, now } = call
  const columns: readonly Column<Session>[] = [
    {
      title: say(settingsWords.browser),
      isHead: true,
      cell: ({ user_agent: text }) =>
        html`<bdi dir="ltr">${
          text === undefined ? say(settingsWords.unknownBrowser) : (browserName(text) ?? text)
        }</bdi>`,
    },
    { title: say(settingsWords.signedIn), cell: ({ created_at }) => format.moment(created_at) },
    { title: say(settingsWords.lastSeen), cell: ({ last_seen_at }) => format.ago(last_seen_at, now) },
    {
      title: say(sharedWords.actions),
      cell: ({ session_id: id, is_current: isCurrent }) =>
        isCurrent
          ? badge('active', say(settingsWords.thisBrowser))
          : press(`${path}/sessions/${encodeURIComponent(id)}/end`, say(settingsWords.endSession)),
    },
  ]
  return table(say(settingsWords.sessions), columns, sessions)
}

type Session = Operations['listSessions']['answer']['items'][number]
