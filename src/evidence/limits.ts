import { type Message, message } from '@selfbill/pint-ae/messages'

/**
 * The maximum size of an evidence pack. The writer refuses a larger document before it begins, and
 * the reader a larger pack before it unpacks anything, so every written pack can be checked.
 * Neither holds a pack in memory; the limits keep the time short.
 */
export interface PackLimits {
  /** Files in the manifest. */
  readonly filesMax: number
  /** More than a database stores in one value. */
  readonly fileBytesMax: number
  /** All files together, unpacked. */
  readonly allBytesMax: number
}

const mebibyte = 1024 * 1024
export const packLimits: PackLimits = {
  // Only a document with thousands of resubmissions has more.
  filesMax: 10_000,
  fileBytesMax: 1024 * mebibyte,
  allBytesMax: 16 * 1024 * mebibyte,
}

/**
 * The evidence of a period: a pack for each document, and what proves them. Writer and reader hold
 * less than two kilobytes for each document.
 */
export const periodLimits: PackLimits = {
  // 50,000 packs, 500 of them with a PDF, keys.json, documents.ndjson, documents.csv, cover.html.
  filesMax: 50_504,
  // A pack is a little longer than its files: what cannot be packed grows, and names come twice.
  fileBytesMax: 17 * 1024 * mebibyte,
  allBytesMax: 1024 * 1024 * mebibyte,
}

/**
 * The manifest, keys and signature are read into memory. The manifest takes less than 4 KiB a file.
 */
export const proofLimits = {
  manifestBytesMax: 64 * mebibyte,
  keysBytesMax: mebibyte,
  signatureBytesMax: 64 * 1024,
  /** The list of the documents of a period. */
  listBytesMax: 128 * mebibyte,
}

/** The reason why files of these sizes do not fit into a pack; undefined when they fit. */
export function excessOf(
  sizes: { readonly files: number; readonly bytes: number; readonly longest: number },
  limits: PackLimits = packLimits,
): Message | undefined {
  if (sizes.files > limits.filesMax)
    return message('pack_has_too_many_files', { count: sizes.files, max: limits.filesMax })
  if (sizes.longest > limits.fileBytesMax) {
    return message('pack_file_too_large', { count: sizes.longest, max: limits.fileBytesMax })
  }
  if (sizes.bytes > limits.allBytesMax)
    return message('pack_too_large', { count: sizes.bytes, max: limits.allBytesMax })
  return undefined
}
