/**
 * Names the packs of a period by the numbers of their documents. A name is allowed on every file
 * system and there only once: letters of any script, digits, `-` and `_`. Behind `~` stands the
 * sequence, where another document of the family has the same name on some file system.
 */
export class PackNames {
  readonly #taken = new Set<string>()

  pathOf({ family, document_number: number, document_sequence: sequence }: Named): string {
    const { name, isWhole } = safeName(number)
    const key = `${family}/${name.normalize('NFKC').toUpperCase().toLowerCase()}`
    const isFree = isWhole && !this.#taken.has(key)
    this.#taken.add(key)
    return `${family}/${isFree ? name : `${name}~${sequence}`}.zip`
  }
}

interface Named {
  readonly family: string
  readonly document_number: string
  readonly document_sequence: number
}

function safeName(number: string): { readonly name: string; readonly isWhole: boolean } {
  const letters = Array.from(
    number
      .normalize('NFC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[^\p{L}\p{M}\p{N}_-]/gu, '_'),
  )
  let name = ''
  let bytes = 0
  for (const letter of letters) {
    bytes += Buffer.byteLength(letter)
    if (bytes > nameBytesMax) return { name, isWhole: false }
    name += letter
  }
  if (name === '') return { name: '_', isWhole: true }
  return { name: reserved.test(name) ? `${name}_` : name, isWhole: true }
}

/** File systems take 255 bytes; the rest is for a prefix that a person adds. */
const nameBytesMax = 180

/** Devices of Windows, with any extension. */
const reserved = /^(con|prn|aux|nul|(com|lpt)[0-9])$/i
