import { crc32, inflateSync } from 'node:zlib'

/**
 * Reads the size of a PNG or JPEG picture, and checks that the whole file is one: a page must not
 * fail later because of its logo. Undefined for anything else, such as a file that is cut off, a
 * JPEG in the four colours of printers, or data that would become more than its size says.
 */
export function pictureSize(type: 'image/png' | 'image/jpeg', content: Uint8Array): PictureSize | undefined {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    return type === 'image/png' ? pngSize(file) : jpegSize(file)
  } catch {
    // A place beyond the end of the file, or data that cannot be unpacked.
    return undefined
  }
}

export interface PictureSize {
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** More pixels on a side are refused before anything is unpacked. */
export const sideMax = 2_000

/** Every part with its check sum, and as much data as the size needs. */
function pngSize(file: Buffer): PictureSize | undefined {
  if (!file.subarray(0, 8).equals(pngStart) || file.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const [depth, kind, interlaced] = [file.readUInt8(24), file.readUInt8(25), file.readUInt8(28)]
  const channels = channelsOf.get(kind)
  if (channels === undefined || width === 0 || height === 0) return undefined
  if (width > sideMax || height > sideMax) return { width, height }
  const data: Buffer[] = []
  for (let at = 8; ; ) {
    const length = file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    if (file.readUInt32BE(at + 8 + length) !== crc32(file.subarray(at + 4, at + 8 + length))) return undefined
    if (name === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length))
    if (name === 'IEND') break
    at += 12 + length
  }
  const bytes = height * (1 + Math.ceil((width * channels * depth) / 8))
  // An interlaced picture has up to seven starts of each line.
  const most = interlaced === 0 ? bytes : bytes + 8 * (height + width)
  const unpacked = inflateSync(Buffer.concat(data), { maxOutputLength: most }).length
  return unpacked < bytes ? undefined : { width, height }
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Grey, colours, palette, and the first two with transparency. */
const channelsOf: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])

/** The frame of a baseline or progressive JPEG in grey or three colours. */
function jpegSize(file: Buffer): PictureSize | undefined {
  if (file.readUInt16BE(0) !== 0xffd8 || file.lastIndexOf(jpegEnd) < file.length / 2) return undefined
  for (let at = 2; file.readUInt8(at) === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt8(at + 1)
    if (marker >= 0xc0 && marker <= 0xc2) {
      const [height, width] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7)]
      const isKnown = [1, 3].includes(file.readUInt8(at + 9)) && width > 0 && height > 0
      return isKnown ? { width, height } : undefined
    }
    // The picture itself begins before its frame.
    if (marker === 0xda) return undefined
  }
  return undefined
}

const jpegEnd = Buffer.from([0xff, 0xd9])
