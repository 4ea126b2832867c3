import type { FieldTable } from '@selfbill/pint-ae/dictionary'

/** What the fields of approvals mean. */
export const approvalFields: FieldTable = {
  'Approval retrieveApproval approvalRequest approvalHtml approveDocument returnDocument closeApproval': {
    approval_id: {
      en: 'Id of the document that waits for approval, as GET /api/approvals lists it',
      ar: 'معرّف المستند الذي ينتظر الموافقة كما يرد في `GET /api/approvals`',
      example: '0197f2a4-5a50-7c3e-8f0e-2f5f6c1b7d11',
    },
  },
  Approval: {
    status: { en: 'Whether it waits, and what became of it', ar: 'هل ينتظر، وما الذي آل إليه' },
    kind: {
      en: 'What is issued: a new document, a credit note of an invoice, or a correction',
      ar: 'ما سيصدر: مستند جديد أو إشعار دائن لفاتورة أو تصحيح',
    },
    family: {
      en: 'Family of the document; of the invoice for a credit note of an invoice',
      ar: 'عائلة المستند؛ ولإشعار دائن لفاتورة هي عائلة الفاتورة',
    },
    document_id: {
      en: 'Invoice that is credited, or document that is corrected; null for a new document',
      ar: 'الفاتورة المعنية بالإشعار أو المستند الذي يُصحّح؛ `null` لمستند جديد',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    business_profile_id: {
      en: 'Business profile that it is issued for; null where the credited invoice decides',
      ar: 'بيانات المنشأة التي يصدر لها؛ `null` إذا كانت الفاتورة تحددها',
      example: 'BP-DEMO000001',
    },
    currency: {
      en: 'Currency of the amount, by its ISO 4217 code; null where `unreadable_reason` is there',
      ar: 'عملة المبلغ برمزها حسب `ISO 4217`؛ `null` عند وجود `unreadable_reason`',
      example: 'AED',
    },
    unreadable_reason: {
      en: 'Why it can only be returned, with date, names and currency null: the key of the service was changed or lost',
      ar: 'سبب تعذّر قراءته مع تاريخ واسمين وعملة `null`: تغيّر مفتاح الخدمة أو فُقد، فلا يبقى إلا إعادته',
    },
    payable_amount: { en: 'Amount to pay', ar: 'المبلغ المستحق', example: 387.46 },
    digest: {
      en: 'SHA-256 of everything that is issued from, hexadecimal; the approver sends it',
      ar: 'بصمة `SHA-256` لكل ما يصدر المستند منه؛ يرسلها من يوافق',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    author: { en: 'Who wrote it', ar: 'من كتبه', example: 'Amal Haddad' },
    is_own: {
      en: 'Whether you wrote it: then another person approves it',
      ar: 'هل كتبته أنت: عندئذ يوافق عليه شخص آخر',
    },
    expires_at: {
      en: 'Until when it can be approved, RFC 3339',
      ar: 'آخر وقت للموافقة عليه بصيغة `RFC 3339`',
      example: '2026-07-29T09:00:00.000Z',
    },
    decided_by: {
      en: 'Who approved or returned it; absent while it waits',
      ar: 'من وافق عليه أو أعاده؛ لا يظهر ما دام ينتظر',
      example: 'Omar Rashid',
    },
    decided_at: {
      en: 'When that was, RFC 3339; absent while it waits',
      ar: 'وقت ذلك بصيغة `RFC 3339`؛ لا يظهر ما دام ينتظر',
      example: '2026-07-15T10:00:00.000Z',
    },
    issued_document_id: {
      en: 'Id of the document that was issued; absent before',
      ar: 'معرّف المستند الذي صدر؛ لا يظهر قبل ذلك',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    closed_at: {
      en: 'When its author withdrew it, took it up again, or gave it up, RFC 3339; absent before',
      ar: 'وقت سحب كاتبه له أو عودته إليه أو تركه، بصيغة `RFC 3339`؛ لا يظهر قبل ذلك',
      example: '2026-07-15T11:00:00.000Z',
    },
    author_cannot_send: {
      en: 'True if its author was removed or may only read: then an administrator sends it again. Absent otherwise',
      ar: 'صحيح إذا أُزيل كاتبه أو صار له الاطلاع فقط: عندئذ يرسله مدير من جديد. لا يظهر في غير ذلك',
    },
  },
  'Approval ApprovalDecision ReturnedDocument': {
    note: {
      en: 'What the second person says about it',
      ar: 'ما يقوله الشخص الثاني عنه',
      example: 'The quantity is 10',
    },
  },
  ApprovalDecision: {
    digest: {
      en: 'Digest of the approval that you have read',
      ar: 'بصمة الموافقة التي قرأتها',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
  ApprovalPage: {
    waiting: { en: 'How many wait now', ar: 'عدد ما ينتظر الآن' },
    to_decide: { en: 'How many of them you may approve', ar: 'عدد ما تستطيع أنت الموافقة عليه منها' },
    returned: {
      en: 'How many of your own were returned or have expired, and are not closed',
      ar: 'عدد ما أُعيد إليك أو انتهت مهلته من مستنداتك ولم يُغلق',
    },
  },
  'ApprovalRule ApprovalRuleChange': {
    amount_from: {
      en: 'From this amount on, in AED with VAT, a document waits; 0: every document',
      ar: 'من هذا المبلغ فصاعدًا بالدرهم شاملًا الضريبة ينتظر المستند؛ القيمة 0: كل مستند',
      example: 1000,
    },
    approvers: {
      en: 'Least role of a person who approves',
      ar: 'أدنى دور لمن يوافق',
      example: 'admin',
    },
  },
  ApprovalRule: {
    is_on: { en: 'Whether documents of people wait for a second person', ar: 'هل تنتظر مستندات الأشخاص شخصًا ثانيًا' },
  },
  listApprovals: {
    status: {
      en: 'Only those with this status; those that wait if left out',
      ar: 'ما له هذه الحالة فقط؛ وما ينتظر إن لم يُرسل',
    },
  },
  askForApproval: {
    family: {
      en: 'Family of the document; of the invoice to credit it',
      ar: 'عائلة المستند؛ أو عائلة الفاتورة لإصدار إشعار دائن عنها',
      example: 'purchase-invoices',
    },
    business_profile_id: {
      en: 'Business profile that it is issued for',
      ar: 'بيانات المنشأة التي يصدر لها',
      example: 'BP-DEMO000001',
    },
    document_id: {
      en: 'Invoice to credit, or document to correct',
      ar: 'الفاتورة المعنية بالإشعار أو المستند الذي يُصحّح',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    returned_approval_id: {
      en: 'Approval of the same document that was returned or has expired, if this sends it again',
      ar: 'الموافقة السابقة على المستند نفسه التي أُعيدت أو انتهت مهلتها، إذا كان هذا إرسالًا جديدًا له',
      example: '0197f2a4-5a50-7c3e-8f0e-2f5f6c1b7d11',
    },
  },
  closeApproval: {
    document_id: {
      en: 'Document that was issued instead without an approval, such as one that is now below the amount',
      ar: 'المستند الذي صدر بدلًا منه دون موافقة، مثل مستند صار مبلغه دون الحد',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
  },
}
