import { crc32 } from 'node:zlib'

export type ZipEntry = { name: string; content: Buffer }

// 1980-01-01, the earliest date the format knows: the same input always gives the same bytes.
const dosDate = 0x21
const version = 10
const namesAreUtf8 = 0x0800

/** A zip archive of uncompressed entries (PKWARE APPNOTE 4.3), enough for a jar that holds a manifest. */
export function storedZip(entries: ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const named = Buffer.from(name, 'utf8')
    // Method (stored) and time are 0, and nothing is extra.
    const common = Buffer.concat([
      uint16(version, namesAreUtf8, 0, 0, dosDate),
      uint32(crc32(content), content.length, content.length),
      uint16(named.length, 0),
    ])
    const body = Buffer.concat([uint32(0x04034b50), common, named, content])
    bodies.push(body)
    // No comment, disk or attributes.
    directory.push(uint32(0x02014b50), uint16(version), common, uint16(0, 0, 0), uint32(0, offset), named)
    offset += body.length
  }
  const central = Buffer.concat(directory)
  const counts = uint16(0, 0, entries.length, entries.length)
  const end = [uint32(0x06054b50), counts, uint32(central.length, offset), uint16(0)]
  return Buffer.concat([...bodies, central, ...end])
}

const littleEndian =
  (bytes: number) =>
  (...values: number[]): Buffer => {
    const buffer = Buffer.alloc(bytes * values.length)
    for (const [at, value] of values.entries()) buffer.writeUIntLE(value, at * bytes, bytes)
    return buffer
  }
const uint16 = littleEndian(2)
const uint32 = littleEndian(4)
