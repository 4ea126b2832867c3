import type { FaultRow } from '../texts.ts'

/** Errors about the drafts of people. */
export const draftFaults = {
  drafts_of_people: {
    status: 403,
    en: 'Only a signed-in person can save drafts',
    ar: 'حفظ المسودات متاح فقط لشخص سجّل الدخول',
  },
  draft_not_found: { status: 404, en: 'Draft not found with id: {id}', ar: 'تعذّر العثور على مسودة بالمعرّف: {id}' },
  drafts_full: {
    status: 409,
    en: 'A person has at most {max} drafts; issue or delete some',
    ar: 'الحد الأقصى لمسودات الشخص الواحد هو {max}؛ أصدر بعضها أو احذفه',
  },
  draft_changed: {
    status: 412,
    en: 'The draft was changed elsewhere since you read it: {id}',
    ar: 'تغيّرت المسودة في مكان آخر بعد أن قرأتها: {id}',
  },
  draft_too_large: {
    status: 413,
    en: 'A draft has at most {max} bytes',
    ar: 'الحد الأقصى لحجم المسودة هو {max} بايت',
  },
} as const satisfies Readonly<Record<string, FaultRow>>
