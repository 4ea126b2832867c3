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
  // The list at the end of a ZIP file is written in one step: a few milliseconds for this many.
  filesMax: 10_000,
  fileBytesMax: 1024 * mebibyte,
  allBytesMax: 16 * 1024 * mebibyte,
}

/**
 * The manifest, keys and signature are read into memory. The manifest takes less than 4 KiB a file.
 */
export const proofLimits = { manifestBytesMax: 64 * mebibyte, keysBytesMax: mebibyte, signatureBytesMax: 64 * 1024 }

/** The reason why files of these sizes do not fit into a pack; undefined when they fit. */
export function excessOf(
  sizes: { readonly files: number; readonly bytes: number; readonly longest: number },
  limits: PackLimits = packLimits,
): string | undefined {
  if (sizes.files > limits.filesMax) return `${sizes.files} files, at most ${limits.filesMax}`
  if (sizes.longest > limits.fileBytesMax) return `a file of ${sizes.longest} bytes, at most ${limits.fileBytesMax}`
  if (sizes.bytes > limits.allBytesMax) return `${sizes.bytes} bytes, at most ${limits.allBytesMax}`
  return undefined
}
