/**
 * The beginning of a stream as text: a document can be larger than any page should be. The rest is
 * read to its end and dropped, because the API answers in this process and would log a caller that
 * leaves in the middle as a failure.
 */
export async function beginningOf(stream: ReadableStream<Uint8Array>, bytesMax: number): Promise<Beginning> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const piece of stream) {
    if (bytes < bytesMax) text += decoder.decode(piece.subarray(0, bytesMax - bytes), { stream: true })
    bytes += piece.length
  }
  return bytes > bytesMax ? { text, isWhole: false } : { text: text + decoder.decode(), isWhole: true }
}

export interface Beginning {
  readonly text: string
  readonly isWhole: boolean
}
