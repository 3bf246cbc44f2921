/** The smallest picture. */
export const png: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** A picture of that many bytes: the smallest one, padded. */
export const pngOf = (bytes: number): Buffer => Buffer.concat([png, Buffer.alloc(bytes - png.length)])

export async function bytesOf(stream: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  if (!stream) throw new Error('there are no bytes')
  const pieces = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
