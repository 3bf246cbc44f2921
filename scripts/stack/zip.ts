import { crc32 } from 'node:zlib'

export type ZipEntry = { name: string; content: Buffer }

// 1980-01-01, the earliest date the format knows: the same input always gives the same bytes.
const dosDate = 0x21
const version = 10

/** A zip archive of uncompressed entries (PKWARE APPNOTE 4.3), enough for a jar that holds a manifest. */
export function storedZip(entries: ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const common = commonHeader(entry.content, name.length)
    const local = Buffer.concat([signature(0x04034b50), common, name, entry.content])
    bodies.push(local)
    directory.push(Buffer.concat([signature(0x02014b50), uint16(version), common, centralTail(offset), name]))
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const count = uint16(entries.length)
  const end = Buffer.concat([
    signature(0x06054b50),
    ...[uint16(0), uint16(0), count, count, uint32(central.length), uint32(offset), uint16(0)],
  ])
  return Buffer.concat([...bodies, central, end])
}

/** The fields that the local header and the central directory share. */
function commonHeader(content: Buffer, nameLength: number): Buffer {
  const sizes = [uint32(crc32(content)), uint32(content.length), uint32(content.length)]
  const [flags, stored, time, extra] = [uint16(0x0800), uint16(0), uint16(0), uint16(0)]
  return Buffer.concat([
    uint16(version),
    flags,
    stored,
    time,
    uint16(dosDate),
    ...sizes,
    uint16(nameLength),
    extra,
  ])
}

/** Comment length, disk, attributes (none), then where the entry begins. */
function centralTail(offset: number): Buffer {
  return Buffer.concat([uint16(0), uint16(0), uint16(0), uint32(0), uint32(offset)])
}

function signature(value: number): Buffer {
  return uint32(value)
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value >>> 0)
  return buffer
}
