// The records of a ZIP file, field by field. Source: APPNOTE.TXT 6.3.10, 4.3 and 4.5.3.

export interface MemberHead {
  readonly path: string
  /** Readers show it without an offset, in UTC. */
  readonly at: Date
  readonly isStored: boolean
  /** Its sizes are written in 64 bits. */
  readonly isHuge: boolean
  /** Where its header begins. */
  readonly offset: number
}

export interface WrittenMember extends MemberHead {
  readonly bytes: number
  readonly packedBytes: number
  readonly crc: number
}

/** Before the content: sizes and checksum are still unknown. */
export function localHeader(member: MemberHead): Uint8Array {
  const name = Buffer.from(member.path, 'utf8')
  const extra = member.isHuge ? extraOf([0, 0]) : empty
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  writeCommon(header, 4, member)
  header.writeUInt32LE(member.isHuge ? unstated : 0, 18)
  header.writeUInt32LE(member.isHuge ? unstated : 0, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

/** After the content. */
export function sizeRecord({ crc, packedBytes, bytes, isHuge }: WrittenMember): Uint8Array {
  const record = Buffer.alloc(isHuge ? 24 : 16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  if (isHuge) {
    record.writeBigUInt64LE(BigInt(packedBytes), 8)
    record.writeBigUInt64LE(BigInt(bytes), 16)
  } else {
    record.writeUInt32LE(packedBytes, 8)
    record.writeUInt32LE(bytes, 12)
  }
  return record
}

/** The member's entry in the list of contents. */
export function listRecord(member: WrittenMember): Uint8Array {
  const { packedBytes, bytes, offset, isHuge } = member
  const name = Buffer.from(member.path, 'utf8')
  const isFar = offset >= unstated
  const extra = extraOf([...(isHuge ? [bytes, packedBytes] : []), ...(isFar ? [offset] : [])])
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(madeByUnix, 4)
  writeCommon(record, 6, { ...member, isHuge: isHuge || isFar })
  record.writeUInt32LE(member.crc, 16)
  record.writeUInt32LE(isHuge ? unstated : packedBytes, 20)
  record.writeUInt32LE(isHuge ? unstated : bytes, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(regularFile, 38)
  record.writeUInt32LE(isFar ? unstated : offset, 42)
  return Buffer.concat([record, name, extra])
}

/** The end of the file, with ZIP64 records where the list does not fit into the old ones. */
export function endRecords(list: ListPlace): Uint8Array {
  const { entries, offset, bytes } = list
  const isLong = entries >= entriesUnstated || offset >= unstated || bytes >= unstated
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isLong ? entriesUnstated : entries, 8)
  end.writeUInt16LE(isLong ? entriesUnstated : entries, 10)
  end.writeUInt32LE(isLong ? unstated : bytes, 12)
  end.writeUInt32LE(isLong ? unstated : offset, 16)
  return isLong ? Buffer.concat([longEndRecords(list), end]) : end
}

export interface ListPlace {
  readonly entries: number
  /** Where the list begins, and its length. */
  readonly offset: number
  readonly bytes: number
}

function longEndRecords({ entries, offset, bytes }: ListPlace): Uint8Array {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(madeByUnix, 12)
  end.writeUInt16LE(versionWithLongFields, 14)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}

/** Version, flags, method, time and date: the same in both headers of a member. */
function writeCommon(record: Buffer, from: number, { at, isStored, isHuge }: MemberHead): void {
  record.writeUInt16LE(isHuge ? versionWithLongFields : versionWithPacking, from)
  record.writeUInt16LE(sizesFollow | namesAreUtf8, from + 2)
  record.writeUInt16LE(isStored ? 0 : 8, from + 4)
  record.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), from + 6)
  const years = Math.min(Math.max(at.getUTCFullYear() - 1980, 0), 127)
  record.writeUInt16LE((years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), from + 8)
}

/** The extra field of ZIP64 with these numbers; none for none. */
function extraOf(numbers: readonly number[]): Uint8Array {
  if (numbers.length === 0) return empty
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [at, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * at)
  return extra
}

const empty = Buffer.alloc(0)
/** The number is in a ZIP64 field. */
const unstated = 0xffff_ffff
const entriesUnstated = 0xffff
const versionWithPacking = 20
const versionWithLongFields = 45
const madeByUnix = (3 << 8) | versionWithLongFields
const sizesFollow = 1 << 3
const namesAreUtf8 = 1 << 11
/** -rw-r--r--, as Unix writes it, in the upper half. */
const regularFile = (0o100644 << 16) >>> 0
