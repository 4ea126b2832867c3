import type { FieldTable } from '@selfbill/pint-ae/dictionary'

const uploadId = {
  en: 'Id of the upload, as POST /api/uploads returns it',
  ar: 'معرّف الملف المرفوع كما يرد في `POST /api/uploads`',
  example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a12',
}

/** What the fields of uploads mean. */
export const uploadFields: FieldTable = {
  'retrieveUpload issueUpload listUploadDocuments uploadResults uploadRefusedRows': { upload_id: uploadId },
  listUploadDocuments: {
    open: {
      en: 'Only documents that need a person: refused, failing, repeated, returned or to be repaired',
      ar: 'المستندات التي تحتاج إلى إجراء فقط: المرفوضة والمخالفة والمكررة والمعادة والتي تحتاج إلى تصحيح',
    },
    warned: { en: 'Only documents with warnings', ar: 'المستندات التي عليها تنبيهات فقط' },
  },
  'UploadRequest Upload': {
    file_name: {
      en: 'Name of the file; its ending says what it is',
      ar: 'اسم الملف؛ ويدل امتداده على نوعه',
      example: 'july.csv',
    },
    family: { en: 'The kind of all documents in the file', ar: 'نوع كل مستندات الملف', example: 'purchase-invoices' },
    business_profile_id: {
      en: 'The business profile that the documents are issued for',
      ar: 'بيانات المنشأة التي تصدر المستندات لها',
      example: 'BP-DEMO000001',
    },
    encoding: {
      en: 'Encoding of a CSV file; without it UTF-8, or that of its byte order mark',
      ar: 'ترميز ملف `CSV`؛ وإن لم يُذكر فهو `UTF-8` أو ما تدل عليه علامة ترتيب البايتات',
      example: 'windows-1256',
    },
    date_order: {
      en: 'Whether day or month comes first in dates that are not yyyy-mm-dd',
      ar: 'ما إذا كان اليوم أو الشهر أولًا في التواريخ التي ليست بالصيغة `yyyy-mm-dd`',
      example: 'dd/mm/yyyy',
    },
  },
  UploadRequest: {
    file_content: {
      en: 'The file in base64',
      ar: 'الملف بترميز `base64`',
      example: 'eyJpc3N1ZV9kYXRlIjoiMjAyNi0wNy0xNSJ9',
    },
  },
  UploadIssueRequest: {
    repeats: {
      en: 'Whether documents that repeat others are issued or skipped; absent: later repeats are refused',
      ar: 'هل تصدر المستندات التي تكرر غيرها أم تُتجاوز؛ ومن دونه يُرفض ما صار مكررًا بعد التحقق',
      example: 'skip',
    },
    failing: {
      en: 'Whether documents that failed rules in the check are stored to be repaired, as without it, or refused',
      ar: 'ما إذا كانت المستندات المخالفة للقواعد عند التحقق تُحفظ لتصحيحها، وهو المعتاد، أم تُرفض',
      example: 'refuse',
    },
  },
  Upload: {
    upload_id: uploadId,
    status: {
      en: 'How far it is. The service moves it from CHECKING to CHECKED, and from ISSUING to DONE',
      ar: 'مرحلة الملف. تنقله الخدمة من `CHECKING` إلى `CHECKED`، ومن `ISSUING` إلى `DONE`',
      example: 'CHECKED',
    },
    file_sha256: {
      en: 'SHA-256 of the file, hexadecimal',
      ar: 'بصمة `SHA-256` للملف بالنظام السداسي عشري',
      example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
    created_by: { en: 'Name of the person or client', ar: 'اسم الشخص أو البرنامج', example: 'Aisha Rahman' },
    file_removed_at: {
      en: 'When the file was removed, 30 days after its upload; null: it is still there',
      ar: 'وقت حذف الملف بعد 30 يومًا من رفعه؛ `null`: ما زال موجودًا',
      example: '2026-08-14T06:20:30.000Z',
    },
    document_count: { en: 'Documents in the file', ar: 'عدد مستندات الملف', example: 200 },
    checked_count: { en: 'Documents that were checked', ar: 'عدد المستندات التي جرى التحقق منها', example: 200 },
    check_failed_count: {
      en: 'Documents that fail rules; issued, they are stored to be repaired',
      ar: 'عدد المستندات المخالفة للقواعد؛ وإذا صدرت تُحفظ لتصحيحها',
      example: 3,
    },
    check_refused_count: {
      en: 'Documents that cannot be stored as they are',
      ar: 'عدد المستندات التي لا يمكن حفظها كما هي',
      example: 9,
    },
    repeat_count: {
      en: 'Documents with the parties, date and amount of an earlier one',
      ar: 'عدد المستندات التي لها أطراف مستند سابق وتاريخه ومبلغه',
      example: 0,
    },
    warned_count: { en: 'Documents with warnings', ar: 'عدد المستندات التي عليها تنبيهات', example: 2 },
    done_count: { en: 'Documents with an outcome', ar: 'عدد المستندات التي لها نتيجة', example: 200 },
    issued_count: { en: 'Documents that were issued', ar: 'عدد المستندات التي صدرت', example: 191 },
    to_repair_count: {
      en: 'Documents that are stored and not sent, because they fail rules',
      ar: 'عدد المستندات المحفوظة التي لم تُرسل لمخالفتها القواعد',
      example: 0,
    },
    refused_count: {
      en: 'Documents that were refused: nothing of them is stored',
      ar: 'عدد المستندات التي لم يُحفظ منها شيء',
      example: 9,
    },
    skipped_count: {
      en: 'Repeated documents that were skipped',
      ar: 'عدد المستندات المكررة التي جرى تجاوزها',
      example: 0,
    },
    waiting_count: {
      en: 'Documents that a second person must still approve (`GET /api/approvals`)',
      ar: 'عدد المستندات التي ما زالت تنتظر موافقة شخص ثانٍ (`GET /api/approvals`)',
      example: 0,
    },
    returned_count: {
      en: 'Documents that a second person returned, or nobody approved in time',
      ar: 'عدد المستندات التي أعادها شخص ثانٍ أو انتهت مهلة الموافقة عليها',
      example: 0,
    },
    same_file_upload_id: {
      en: 'The last other upload of the same file that was issued; null without one',
      ar: 'آخر رفع آخر للملف نفسه صدرت مستنداته؛ `null` إن لم يوجد',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a11',
    },
    warnings: {
      en: 'What to look at before issuing, such as columns of formulas',
      ar: 'ما ينبغي مراجعته قبل الإصدار، مثل أعمدة الصيغ',
    },
    same_file_created_at: {
      en: 'When that upload was made; null without one',
      ar: 'وقت ذلك الرفع؛ `null` إن لم يوجد',
      example: '2026-07-15T06:20:30.000Z',
    },
  },
  UploadedDocument: {
    position: { en: 'Place of the document in the file, from 0', ar: 'ترتيب المستند في الملف بدءًا من 0', example: 0 },
    rows: { en: 'Its rows; its line in NDJSON', ar: 'صفوفه؛ أو سطره في `NDJSON`', example: '2-4, 7' },
    key: {
      en: 'What its rows have in the column `document`; null in NDJSON',
      ar: 'قيمة صفوفه في العمود `document`؛ `null` في `NDJSON`',
      example: 'INV-17',
    },
    check: {
      en: 'What the check found: it passes, it fails rules, or it cannot be stored; null: not checked yet',
      ar: 'نتيجة التحقق: سليم أو مخالف للقواعد أو لا يمكن حفظه؛ `null`: لم يجر التحقق بعد',
      example: 'PASSES',
    },
    outcome: {
      en: 'What came of it by now, also by an approval; null: it is not issued yet',
      ar: 'ما آل إليه حتى الآن، ومنه نتيجة الموافقة؛ `null`: لم يصدر بعد',
      example: 'ISSUED',
    },
    is_repeat: {
      en: 'Whether it has the parties, date and amount of an earlier document',
      ar: 'ما إذا كانت له أطراف مستند سابق وتاريخه ومبلغه',
    },
    document_id: {
      en: 'Id of the stored document; null without one',
      ar: 'معرّف المستند المحفوظ؛ `null` إن لم يوجد',
      example: '0b9f6c2e-3d44-4a6f-9f0c-8d5a7d1f2b10',
    },
    document_number: { en: 'Its number; null without one', ar: 'رقمه؛ `null` إن لم يوجد', example: 'SB-2026-0042' },
    approval_id: {
      en: 'Id of what last asked a second person (`GET /api/approvals/{approval_id}`); null without one',
      ar: 'معرّف آخر طلب موافقة من شخص ثانٍ (`GET /api/approvals/{approval_id}`)؛ `null` إن لم يوجد',
      example: '7d6b1c3a-90f4-4f0e-8a55-0e3f5c0b7a13',
    },
    approval_status: {
      en: 'What became of that; null: nobody was asked, or it is forgotten by now',
      ar: 'ما آل إليه الطلب؛ `null`: لم يُطلب من أحد أو حُذف الطلب',
      example: 'WAITING',
    },
    errors: { en: 'What is wrong, each wrong cell by itself', ar: 'الأخطاء، لكل خلية خطأ مستقل' },
    warnings: {
      en: 'What looks unlikely, such as an unusual amount; nothing is refused for it',
      ar: 'ما يبدو مستبعدًا، مثل مبلغ غير معتاد؛ لا يُرفض شيء بسببه',
    },
  },
  UploadError: {
    row: {
      en: 'Row of the file, the headings being row 1; its line in NDJSON; null: no single row',
      ar: 'صف الملف، وصف العناوين هو الأول؛ أو سطره في `NDJSON`؛ `null`: لا صف بعينه',
      example: 16,
    },
    field: {
      en: 'Column of the file, or path of the field; null: the whole document',
      ar: 'عمود الملف أو مسار الحقل؛ `null`: المستند كله',
      example: 'line.quantity',
    },
    code: { en: 'Id of the message, or of the rule', ar: 'معرّف الرسالة أو القاعدة', example: 'cell_not_number' },
    text: { en: 'The error in English', ar: 'الخطأ بالإنجليزية', example: 'line.quantity is not a number: much' },
    text_ar: { en: 'The error in Arabic', ar: 'الخطأ بالعربية', example: 'القيمة في line.quantity ليست رقمًا: much' },
    document_number: {
      en: 'Number of the earlier document that the text names',
      ar: 'رقم المستند السابق المذكور في النص',
      example: 'INV-2026-0042',
    },
  },
}
