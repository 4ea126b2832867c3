import type { emirates as english } from '../en/emirates.ts'

/** The emirates by their code in addresses. */
export const emirates: Readonly<Record<keyof typeof english, string>> = {
  AUH: 'أبوظبي',
  DXB: 'دبي',
  SHJ: 'الشارقة',
  AJM: 'عجمان',
  UAQ: 'أم القيوين',
  RAK: 'رأس الخيمة',
  FUJ: 'الفجيرة',
}
