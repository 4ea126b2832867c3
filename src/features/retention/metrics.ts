import type { Instruments } from '../instruments.ts'
import type { KeepingObserver } from './keeping.ts'

/** Counts what this instance removed after its retention, and objects without a row. */
export function observeKeeping(instruments: Instruments): KeepingObserver {
  const documents = instruments.counter(
    'selfbill_content_removed_total',
    'Documents whose content was removed after its retention',
    [],
  )
  const objects = instruments.counter(
    'selfbill_unreferenced_objects_total',
    'Objects without a row, by result: kept for now, deleted, or refused by the object store',
    ['result'],
  )
  documents.inc(0)
  for (const result of ['kept', 'deleted', 'refused']) objects.inc({ result }, 0)
  return {
    contentRemoved: (count) => documents.inc(count),
    objectsReviewed({ unreferenced, deleted, refused }) {
      objects.inc({ result: 'kept' }, unreferenced - deleted - refused)
      objects.inc({ result: 'deleted' }, deleted)
      objects.inc({ result: 'refused' }, refused)
    },
  }
}
