import { readdirSync, readFileSync } from 'node:fs'
import { installation } from '../installation.ts'

/**
 * The dictionaries of packed texts. A dictionary holds what documents, or statuses, have in common,
 * so a short text packs to a twentieth. They come with every version, for ever, because a packed
 * text cannot be read without its own. scripts/train-dictionaries.ts makes them.
 */
export function dictionaryOf(number: number): Uint8Array {
  const known = read.get(number)
  if (known !== undefined) return known
  const name = readdirSync(folder).find((file) => file.startsWith(`${number}-`) && file.endsWith('.zdict'))
  if (name === undefined) throw new DictionaryUnknown(number)
  const dictionary = readFileSync(new URL(name, folder))
  if (dictionary.readUInt32LE(4) !== firstDictionaryId + number)
    throw new Error(`dictionaries/${name} has the id ${dictionary.readUInt32LE(4)}: the file is not what its name says`)
  read.set(number, dictionary)
  return dictionary
}

/** A stored text needs a dictionary that this version does not have: a newer version stored it. */
export class DictionaryUnknown extends Error {
  override readonly name = 'DictionaryUnknown'

  constructor(number: number) {
    super(`a stored text was packed with dictionary ${number}, which this version does not have: use a newer version`)
  }
}

/** What new texts are packed with. */
export const dictionaryNumbers = { documents: 1, statuses: 2 } as const

/** zstd keeps lower ids for public dictionaries. A frame has the id of its dictionary. */
export const firstDictionaryId = 0x8000

const folder = new URL('dictionaries/', installation)
const read = new Map<number, Uint8Array>()
