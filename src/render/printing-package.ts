/**
 * PDFs need the typesetter and the fonts of `@selfbill/printing`, which is optional because of its
 * size. A clone has it; beside the package `selfbill` an operator installs it. HTML needs nothing.
 */
export const isPrintingInstalled = isResolvable('@selfbill/printing')

/** A PDF was requested, and `@selfbill/printing` is not installed. */
export class PrintingMissing extends Error {
  override readonly name = 'PrintingMissing'
}

function isResolvable(specifier: string): boolean {
  try {
    import.meta.resolve(specifier)
    return true
  } catch {
    return false
  }
}
