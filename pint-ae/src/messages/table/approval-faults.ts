import type { FaultRow } from '../texts.ts'

/** Errors about documents that wait for a second person. */
export const approvalFaultMessages = {
  approval_required: {
    status: 409,
    en: 'A second person must approve this document: send it to /api/approvals',
    ar: 'يجب أن يوافق شخص ثانٍ على هذا المستند: أرسله إلى `/api/approvals`',
    isForPeople: true,
  },
  approval_of_failing: {
    status: 409,
    en: 'The document fails its rules: correct it before you send it for approval',
    ar: 'لا يستوفي المستند القواعد: صحّحه قبل إرساله للموافقة',
  },
  approval_outdated: {
    status: 409,
    en: 'The document is not what was sent for approval any more: its author must send it again',
    ar: 'لم يعد المستند كما أُرسل للموافقة: على كاتبه إرساله من جديد',
  },
  approval_not_waiting: {
    status: 409,
    en: 'The document no longer waits for approval',
    ar: 'لم يعد المستند بانتظار الموافقة',
  },
  approval_of_own: {
    status: 403,
    en: 'You cannot approve your own document: another person must',
    ar: 'لا يمكنك الموافقة على مستندك: يجب أن يوافق عليه شخص آخر',
  },
  approval_not_yours: {
    status: 403,
    en: 'Your organisation lets others approve documents, not you',
    ar: 'تسمح منشأتك لغيرك بالموافقة على المستندات',
  },
  approval_of_other: {
    status: 403,
    en: 'Somebody else wrote this document: only its author may do this',
    ar: 'كتب هذا المستند شخص آخر: لا يفعل هذا إلا كاتبه',
  },
  approval_not_returned: {
    status: 409,
    en: 'Only a returned or expired document can be closed or sent again',
    ar: 'لا يُغلق أو يُرسل من جديد إلا مستند أُعيد أو انتهت مهلته',
  },
  approval_not_found: {
    status: 404,
    en: 'Approval not found with id: {id}',
    ar: 'تعذّر العثور على موافقة بالمعرّف: {id}',
  },
} as const satisfies Readonly<Record<string, FaultRow>>
