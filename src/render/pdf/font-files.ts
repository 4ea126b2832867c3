import { fontFile } from '@selfbill/printing'
import { allFonts } from './page-fonts.ts'

/** The files of all fonts, regular and bold, as TrueType. */
export function fontFiles(): readonly string[] {
  return allFonts.flatMap(({ family, packageName }) =>
    ['400Regular', '700Bold'].map((weight) =>
      fontFile(`${packageName}/${weight}/${family.replaceAll(' ', '')}_${weight}.ttf`),
    ),
  )
}
