/** The path of a font: `noto-sans/400Regular/NotoSans_400Regular.ttf`. Throws when there is no such font. */
export function fontFile(path: string): string

/** Whether the package of a font is installed: here, or beside this package. */
export function hasFont(path: string): boolean

/** The path of the typesetter, as WebAssembly. */
export function typstFile(): string
