import type { JsonValue } from '@selfbill/pint-ae/json'
import { action } from '../../route.ts'
import { isFamily } from '../documents/family.ts'
import { withFiles } from '../drafts/attached-files.ts'
import { addressOf, endedState, type Kept, keep, keptFields, keptIn } from '../drafts/kept.ts'
import { stateIn } from '../drafts/state.ts'

/**
 * Saves the form while somebody types. A page whose session is over gets a sentence and not the
 * sign-in, before it has sent its form; what it sent is then not kept.
 */
export const keepDraft = action({
  path: '/console/new/draft',
  access: 'clerk',
  bytesMax: 4 * 1024 * 1024,
  ended: (visit) => ({ ...part(endedState(visit)), headers: onlyTheState }),
  async act(call) {
    const { form } = call
    const kept = keptIn(form)
    const [family, profileId] = [form.text('family'), form.text('profile')]
    if (!isFamily(family) || profileId === undefined) return part(keptFields(call, kept))
    const typed = await stateIn(call, family, new Map<string, JsonValue>())
    const state = await withFiles(call, typed, kept)
    const saved = await keep(call, { family, profileId }, { state, kept, isAsked: false })
    return { ...part(keptFields(call, saved)), headers: replacing(saved) }
  },
})

/** The page keeps what it knows of its draft. */
const onlyTheState = { 'hx-retarget': '#draft-kept > span', 'hx-reswap': 'innerHTML' }

function part(content: { toString(): string }) {
  return { content: String(content), type: 'text/html; charset=utf-8' }
}

/** Reload and Back find the draft. */
function replacing({ id, version }: Kept): Readonly<Record<string, string>> {
  return version > 0 ? { 'hx-replace-url': addressOf(id) } : {}
}
