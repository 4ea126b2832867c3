import { words } from '../../language/words.ts'

/** How often a continuous supply is billed, by the codes of the UAE list. */
export const frequencyWords = words('frequencies', {
  DLY: { en: 'Daily', ar: 'يوميًا' },
  WKY: { en: 'Weekly', ar: 'أسبوعيًا' },
  Q15: { en: 'Every 15 days', ar: 'كل 15 يومًا' },
  MTH: { en: 'Monthly', ar: 'شهريًا' },
  Q45: { en: 'Every 45 days', ar: 'كل 45 يومًا' },
  Q60: { en: 'Every 60 days', ar: 'كل 60 يومًا' },
  QTR: { en: 'Quarterly', ar: 'كل ثلاثة أشهر' },
  HYR: { en: 'Every half year', ar: 'كل نصف سنة' },
  YRL: { en: 'Yearly', ar: 'سنويًا' },
  OTH: { en: 'Another frequency', ar: 'تكرار آخر' },
})

export const frequencies = ['DLY', 'WKY', 'Q15', 'MTH', 'Q45', 'Q60', 'QTR', 'HYR', 'YRL', 'OTH'] as const
