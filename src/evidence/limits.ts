/**
 * How large an evidence pack may be. The writer refuses a document beyond these before it begins,
 * the reader a pack beyond them before it unpacks anything: so every pack that was written can be
 * checked. Neither holds a pack in memory; what is limited is the time it takes.
 */
export interface PackLimits {
  /** Files that the manifest names. */
  readonly filesMax: number
  /** More than a database keeps in one value. */
  readonly fileBytesMax: number
  /** Of all files together, unpacked. */
  readonly allBytesMax: number
}

const mebibyte = 1024 * 1024
export const packLimits: PackLimits = {
  // The list at the end of a ZIP file is written in one go: a few milliseconds for this many.
  filesMax: 10_000,
  fileBytesMax: 1024 * mebibyte,
  allBytesMax: 16 * 1024 * mebibyte,
}

/** What proves the files is read into memory. The manifest takes less than 4 KiB a file. */
export const proofLimits = { manifestBytesMax: 64 * mebibyte, keysBytesMax: mebibyte, signatureBytesMax: 64 * 1024 }

/** Why files of these sizes do not fit into a pack; undefined when they do. */
export function excessOf(
  sizes: { readonly files: number; readonly bytes: number; readonly longest: number },
  limits: PackLimits = packLimits,
): string | undefined {
  if (sizes.files > limits.filesMax) return `${sizes.files} files, at most ${limits.filesMax}`
  if (sizes.longest > limits.fileBytesMax) return `a file of ${sizes.longest} bytes, at most ${limits.fileBytesMax}`
  if (sizes.bytes > limits.allBytesMax) return `${sizes.bytes} bytes, at most ${limits.allBytesMax}`
  return undefined
}
