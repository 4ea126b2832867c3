import { accounts } from './en/accounts.ts'
import { agreements } from './en/agreements.ts'
import { audit } from './en/audit.ts'
import { catalogue } from './en/catalogue.ts'
import { documents } from './en/documents.ts'
import { drafts } from './en/drafts.ts'
import { emirates } from './en/emirates.ts'
import { holds } from './en/holds.ts'
import { notices } from './en/notices.ts'
import { operations } from './en/operations.ts'
import { profiles } from './en/profiles.ts'
import { records } from './en/records.ts'
import { reference } from './en/reference.ts'
import { refusals } from './en/refusals.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { trouble } from './en/trouble.ts'
import { units } from './en/units.ts'
import { upload } from './en/upload.ts'
import { webhooks } from './en/webhooks.ts'

/** Every sentence of the console in English, a file for each subject. The type of all languages. */
export const en = {
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
} as const
