import { accounts } from './ar/accounts.ts'
import { agreements } from './ar/agreements.ts'
import { audit } from './ar/audit.ts'
import { catalogue } from './ar/catalogue.ts'
import { documents } from './ar/documents.ts'
import { drafts } from './ar/drafts.ts'
import { emirates } from './ar/emirates.ts'
import { holds } from './ar/holds.ts'
import { notices } from './ar/notices.ts'
import { operations } from './ar/operations.ts'
import { profiles } from './ar/profiles.ts'
import { records } from './ar/records.ts'
import { reference } from './ar/reference.ts'
import { refusals } from './ar/refusals.ts'
import { settings } from './ar/settings.ts'
import { shell } from './ar/shell.ts'
import { signIn } from './ar/sign-in.ts'
import { trouble } from './ar/trouble.ts'
import { units } from './ar/units.ts'
import { upload } from './ar/upload.ts'
import { webhooks } from './ar/webhooks.ts'
import type { en } from './en.ts'
import type { Message } from './message.ts'

/** Every sentence of the console in Arabic. The type refuses a missing or unknown key. */
export const ar: Translated<typeof en> = {
  shell,
  signIn,
  trouble,
  refusals,
  profiles,
  agreements,
  emirates,
  catalogue,
  reference,
  documents,
  drafts,
  units,
  upload,
  settings,
  accounts,
  records,
  audit,
  webhooks,
  operations,
  notices,
  holds,
}

type Translated<English> = {
  readonly [Subject in keyof English]: { readonly [Key in keyof English[Subject]]: Message }
}
