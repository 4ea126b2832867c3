/** The path of a font: `noto-sans/400Regular/NotoSans_400Regular.ttf`. Throws when there is no such font. */
export function fontFile(path: string): string

/** The path of the typesetter, as WebAssembly. */
export function typstFile(): string
