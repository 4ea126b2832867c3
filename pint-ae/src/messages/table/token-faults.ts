import type { FaultRow } from '../texts.ts'

/** Of `POST /oauth/token`. RFC 6749 has the names of its errors. */
export const tokenFaultMessages = {
  oauth_invalid_request: { status: 400, en: '{reason}', ar: '{reason}' },
  oauth_invalid_client: {
    status: 401,
    en: 'The client is unknown, or its secret is wrong',
    ar: 'البرنامج غير معروف، أو أن سره غير صحيح',
  },
  oauth_unsupported_grant_type: {
    status: 400,
    en: 'grant_type must be client_credentials',
    ar: 'يجب أن تكون قيمة المعامل `grant_type` هي `client_credentials`',
  },
  oauth_invalid_scope: {
    status: 400,
    en: 'The client is not allowed one of the requested scopes',
    ar: 'لا يملك البرنامج إحدى الصلاحيات المطلوبة',
  },
  tokens_exceeded: {
    status: 429,
    en: 'At most {max} tokens a minute for a client and for an address; use a token again until it expires',
    ar: 'الحد الأقصى {max} رموز في الدقيقة لكل برنامج ولكل عنوان؛ استخدم الرمز نفسه حتى تنتهي مدته',
  },
} as const satisfies Readonly<Record<string, FaultRow>>
