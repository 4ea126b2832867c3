import type { FaultRow } from '../texts.ts'

/** What a caller can see about uploads. */
export const uploadFaults = {
  upload_in_json: {
    status: 415,
    en: 'Content-Type must be application/json, with the file in base64 as file_content',
    ar: 'يجب أن تكون قيمة الترويسة `Content-Type` هي `application/json`، والملف بترميز `base64` في الحقل `file_content`',
  },
  upload_not_found: {
    status: 404,
    en: 'Upload not found with id: {id}',
    ar: 'تعذّر العثور على ملف مرفوع بالمعرّف: {id}',
  },
  upload_not_checked: {
    status: 409,
    en: 'The upload is still being checked. Issue it when its status is CHECKED',
    ar: 'ما زال التحقق من الملف جاريًا. أصدر مستنداته عندما تصبح حالته `CHECKED`',
  },
  upload_repeats: {
    status: 409,
    en: 'The file or some of its documents may have been issued before. Send repeats with the value issue or skip',
    ar: 'ربما صدر الملف أو بعض مستنداته من قبل. أرسل `repeats` بالقيمة `issue` أو `skip`',
  },
  upload_file_removed: {
    status: 409,
    en: 'The file was removed 30 days after its upload. Upload it again',
    ar: 'حُذف الملف بعد 30 يومًا من رفعه. ارفعه مرة أخرى',
  },
} as const satisfies Readonly<Record<string, FaultRow>>
