import { Type } from '@selfbill/pint-ae/document'
import { answer } from '../answer.ts'
import { foreign, unlessPlain } from '../foreign-text.ts'
import { CursorInput, NextCursor } from '../inputs.ts'
import { tool } from '../tool.ts'

/** A dry run and a create need the id of a profile. */
export const listBusinessProfiles = tool({
  name: 'list_business_profiles',
  title: 'List business profiles',
  description:
    'Lists your own parties: the buyer of purchase documents, the seller of sales documents. Other tools need their ' +
    'profile_id as business_profile_id.',
  isWrite: false,
  input: Type.Object({ cursor: CursorInput }, { additionalProperties: false }),
  output: Type.Object({ items: Type.Array(Type.Unknown()), next: NextCursor }),
  async call({ cursor }, { client }, signal) {
    const query = cursor === undefined ? {} : { cursor }
    const { items: profiles, next } = await client.call('listBusinessProfiles', { query, signal })
    const items = profiles.map(({ profile_id, status, name, tin, endpoint_scheme_id, endpoint_id }) => ({
      profile_id: unlessPlain(profile_id),
      status,
      name: foreign(name),
      tin: tin === undefined ? null : unlessPlain(tin),
      endpoint: unlessPlain(`${endpoint_scheme_id}:${endpoint_id}`),
    }))
    return answer({ items, next }, (mark) => [
      `Business profiles: ${items.length}${next === null ? '' : ', and more'}`,
      ...items.map(({ profile_id: id, name, status }) => `${mark(id)} ${status} ${mark(name)}`),
    ])
  },
})
