import type { signIn as english } from '../en/sign-in.ts'

/** Signing in and out. */
export const signIn: Readonly<Record<keyof typeof english, string>> = {
  title: 'تسجيل الدخول',
  withProvider: 'الدخول عبر {provider}',
  byLink: 'الدخول برابط',
  linkHint: 'اطلب رابط دخول من المسؤول عن تشغيل الخدمة. يُنشأ بالأمر الآتي، ويعمل مرة واحدة ولعشر دقائق:',
  demoHint: 'إذا شغّلت الخدمة بنفسك فستجد رابطًا في أول ما تطبعه.',
  confirmTitle: 'المتابعة إلى Selfbill',
  confirm: 'متابعة',
  confirmHint: 'رابط الدخول جاهز. يعمل مرة واحدة، فلا تشاركه مع أحد.',
  linkUsed: 'استُخدم رابط الدخول من قبل، أو انتهت صلاحيته، أو هو غير مكتمل. اطلب رابطًا جديدًا.',
  expired: 'انتهت جلستك. سجّل الدخول مرة أخرى للمتابعة.',
  expiredUnsent: 'انتهت جلستك، لذلك لم يُرسَل ما أدخلته. سجّل الدخول من جديد ثم أرسله مرة أخرى.',
  signedOut: 'تم تسجيل خروجك.',
  signedOutEverywhere: 'أُنهيت جميع جلساتك.',
  needsHttps: 'لا يُبقيك Selfbill مسجّلًا إلا عبر https أو على هذا الجهاز باسم localhost. افتح عنوان https الخاص به.',
  late: 'استغرق تسجيل الدخول وقتًا طويلًا أو بدأ في متصفح آخر. حاول مرة أخرى.',
  providerRefused: 'رفض {provider} تسجيل الدخول.',
  providerAway: 'تعذّر الوصول إلى {provider} حاليًا. حاول بعد قليل.',
  noAccount: 'ليس لديك حساب هنا. اطلب حسابًا من مسؤول منشأتك.',
}
