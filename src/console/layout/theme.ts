/** Light or dark: as the system says, or as chosen in this browser. */
export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

export function themeOf(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? 'system'
}
