import { words } from '../language/words.ts'

/** The frame around every page. */
export const shellWords = words('shell', {
  product: { en: 'Selfbill', ar: 'Selfbill' },
  skip: { en: 'Skip to the content', ar: 'الانتقال إلى المحتوى' },
  navigation: { en: 'Main', ar: 'التنقل الرئيسي' },
  inbox: { en: 'Documents', ar: 'المستندات' },
  create: { en: 'New document', ar: 'مستند جديد' },
  upload: { en: 'Upload', ar: 'رفع ملف' },
  webhooks: { en: 'Webhooks', ar: 'خطافات الويب' },
  operations: { en: 'Operations', ar: 'التشغيل' },
  settings: { en: 'Settings', ar: 'الإعدادات' },
  catalogue: { en: 'Rules and codes', ar: 'القواعد والرموز' },
  reference: { en: 'API reference', ar: 'مرجع الواجهة البرمجية' },
  searchHint: { en: 'Number, name, TRN or id', ar: 'رقم أو اسم أو معرّف' },
  sandbox: {
    en: 'Sandbox: nothing leaves this service. Statuses of the network are simulated.',
    ar: 'بيئة تجريبية: لا يُرسل أي شيء خارج هذه الخدمة، وحالات الشبكة محاكاة.',
  },
  menu: { en: 'Your account', ar: 'حسابك' },
  organisation: { en: 'Organisation', ar: 'المنشأة' },
  role: { en: 'Role', ar: 'الدور' },
  language: { en: 'Language', ar: 'اللغة' },
  theme: { en: 'Theme', ar: 'المظهر' },
  system: { en: 'System', ar: 'النظام' },
  light: { en: 'Light', ar: 'فاتح' },
  dark: { en: 'Dark', ar: 'داكن' },
  signOut: { en: 'Sign out', ar: 'تسجيل الخروج' },
  signOutEverywhere: { en: 'Sign out everywhere', ar: 'تسجيل الخروج من كل الأجهزة' },
  gulfTime: { en: 'Times are Gulf Standard Time (UTC+4).', ar: 'الأوقات بتوقيت الخليج (UTC+4).' },
})
