/** Bytes in parts, so that other requests get their turn. */
export async function* partsOf(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length - 1,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = start; at <= end && at < bytes.length; at += partBytes) {
    yield bytes.subarray(at, Math.min(at + partBytes, end + 1))
    await new Promise(setImmediate)
  }
}

const partBytes = 256 * 1024
