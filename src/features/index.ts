import { inOrder } from '../api/openapi/tags.ts'
import type { Operation } from '../api/operation.ts'
import { coreOperations } from '../api/operations/index.ts'
import { agreements } from './agreements/feature.ts'
import { drafts } from './drafts/feature.ts'
import { evidence } from './evidence/feature.ts'
import type { Feature } from './feature.ts'
import { handled } from './handled/feature.ts'
import { months } from './months/feature.ts'
import { notices } from './notices/feature.ts'
import { participants, participantsOf } from './participants/feature.ts'
import { requests } from './requests/feature.ts'
import { retention } from './retention/feature.ts'
import { suppliers } from './suppliers/feature.ts'
import { uploads } from './uploads/feature.ts'
import { webhooks } from './webhooks/feature.ts'

export { participantsOf }

/** Every feature of the service. A new one is a folder here and a line in this list. */
export const features: readonly Feature[] = [
  webhooks,
  uploads,
  agreements,
  suppliers,
  drafts,
  notices,
  participants,
  evidence,
  retention,
  handled,
  months,
  requests,
]

/** Every operation of the API. The server, OpenAPI and the tests all read this list. */
export const operations: readonly Operation[] = inOrder([
  ...coreOperations,
  ...features.flatMap((feature) => feature.operations),
])
