import { words } from '../../language/words.ts'

/** The emirates by their code in addresses. */
export const emirateWords = words('emirates', {
  AUH: { en: 'Abu Dhabi', ar: 'أبوظبي' },
  DXB: { en: 'Dubai', ar: 'دبي' },
  SHJ: { en: 'Sharjah', ar: 'الشارقة' },
  AJM: { en: 'Ajman', ar: 'عجمان' },
  UAQ: { en: 'Umm Al Quwain', ar: 'أم القيوين' },
  RAK: { en: 'Ras Al Khaimah', ar: 'رأس الخيمة' },
  FUJ: { en: 'Fujairah', ar: 'الفجيرة' },
})
