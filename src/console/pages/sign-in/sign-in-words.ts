import { words } from '../../language/words.ts'

/** Signing in and out. */
export const signInWords = words('signIn', {
  title: { en: 'Sign in', ar: 'تسجيل الدخول' },
  withProvider: { en: 'Sign in with {provider}', ar: 'الدخول عبر {provider}' },
  byLink: { en: 'Sign in with a link', ar: 'الدخول برابط' },
  linkHint: {
    en: 'Ask the person who runs this service for a login link. This command makes one, for one use in ten minutes:',
    ar: 'اطلب رابط دخول من المسؤول عن تشغيل الخدمة. يُنشأ بالأمر الآتي، ويعمل مرة واحدة ولعشر دقائق:',
  },
  demoHint: {
    en: 'When you started the service yourself, its first output shows a link.',
    ar: 'إذا شغّلت الخدمة بنفسك فستجد رابطًا في أول ما تطبعه.',
  },
  confirmTitle: { en: 'Continue to Selfbill', ar: 'المتابعة إلى Selfbill' },
  confirm: { en: 'Continue', ar: 'متابعة' },
  confirmHint: {
    en: 'Your login link is ready. It works once, so do not pass it on.',
    ar: 'رابط الدخول جاهز. يعمل مرة واحدة، فلا تشاركه مع أحد.',
  },
  linkUsed: {
    en: 'This login link was used already, has expired, or is not complete. Ask for a new one.',
    ar: 'استُخدم رابط الدخول من قبل، أو انتهت صلاحيته، أو هو غير مكتمل. اطلب رابطًا جديدًا.',
  },
  expired: { en: 'Your session has ended. Sign in again to go on.', ar: 'انتهت جلستك. سجّل الدخول مرة أخرى للمتابعة.' },
  expiredUnsent: {
    en: 'Your session has ended, so what you entered was not sent. Sign in again, then send it once more.',
    ar: 'انتهت جلستك، لذلك لم يُرسَل ما أدخلته. سجّل الدخول من جديد ثم أرسله مرة أخرى.',
  },
  signedOut: { en: 'You are signed out.', ar: 'تم تسجيل خروجك.' },
  signedOutEverywhere: { en: 'All your sessions are ended.', ar: 'أُنهيت جميع جلساتك.' },
  needsHttps: {
    en: 'Selfbill keeps you signed in only over https, or on this computer as localhost. Open its https address.',
    ar: 'لا يُبقيك Selfbill مسجّلًا إلا عبر https أو على هذا الجهاز باسم localhost. افتح عنوان https الخاص به.',
  },
  late: {
    en: 'The sign-in took too long, or began in another browser. Try again.',
    ar: 'استغرق تسجيل الدخول وقتًا طويلًا أو بدأ في متصفح آخر. حاول مرة أخرى.',
  },
  providerRefused: { en: '{provider} refused the sign-in.', ar: 'رفض {provider} تسجيل الدخول.' },
  providerAway: {
    en: '{provider} cannot be reached at the moment. Try again soon.',
    ar: 'تعذّر الوصول إلى {provider} حاليًا. حاول بعد قليل.',
  },
  noAccount: {
    en: `You have no account here, and no open invitation to your verified e-mail address. Ask an administrator \
of your organisation for one.`,
    ar: 'ليس لديك حساب هنا، ولا دعوة مفتوحة إلى بريدك الإلكتروني المؤكَّد. اطلب دعوة من مسؤول منشأتك.',
  },
  otherOrganisation: {
    en: `{provider} names another organisation than the one of your account here, or none. Ask your \
administrator to correct it there.`,
    ar: 'يذكر {provider} منشأة غير منشأة حسابك هنا، أو لا يذكر منشأة. اطلب من المسؤول تصحيح ذلك لديه.',
  },
  noRole: {
    en: '{provider} gives you no role here. Ask your administrator to correct it there.',
    ar: 'لا يمنحك {provider} دورًا هنا. اطلب من المسؤول تصحيح ذلك لديه.',
  },
  invited: { en: 'You are invited', ar: 'لديك دعوة' },
  invitedAbout: {
    en: 'You are signed in at {provider} as {email}. Choose the organisation to work for. You can join one.',
    ar: 'سجّلت الدخول عبر {provider} بالبريد {email}. اختر المنشأة التي تعمل لها. يمكنك الانضمام إلى منشأة واحدة.',
  },
  join: { en: 'Join {organisation}', ar: 'الانضمام إلى {organisation}' },
  unexpected: {
    en: 'Do you not expect this? Close the page: nothing happens.',
    ar: 'ألا تتوقع هذه الدعوة؟ أغلق الصفحة ولن يحدث شيء.',
  },
  notNow: { en: 'Not now', ar: 'ليس الآن' },
  confirmAddress: { en: 'Confirm your e-mail address', ar: 'تأكيد بريدك الإلكتروني' },
  confirmAddressAbout: {
    en: 'Selfbill then writes to {email} about documents. You can end that in each e-mail.',
    ar: 'سيراسلك Selfbill بعد ذلك على {email} بشأن المستندات. ويمكنك إيقاف ذلك من كل رسالة.',
  },
  addressConfirmed: { en: 'Your e-mail address is confirmed.', ar: 'تم تأكيد بريدك الإلكتروني.' },
  addressUnknown: {
    en: 'This link has expired, is not complete, or is for another address than your account has now.',
    ar: 'انتهت صلاحية هذا الرابط، أو هو غير مكتمل، أو يخص بريدًا غير البريد الحالي لحسابك.',
  },
})
