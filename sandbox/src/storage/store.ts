import { createHash } from 'node:crypto'

export interface StoredObject {
  readonly bucket: string
  readonly name: string
  readonly contentType: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
  readonly generation: number
  readonly createdAt: Date
}

/** Objects by bucket and name. Every bucket is there. */
export class ObjectStore {
  private readonly objects = new Map<string, StoredObject>()
  private generations = 0

  find = (bucket: string, name: string): StoredObject | undefined => this.objects.get(keyOf(bucket, name))

  put(object: Omit<StoredObject, 'generation' | 'createdAt'>): StoredObject {
    this.generations += 1
    const stored = { ...object, generation: this.generations, createdAt: new Date() }
    this.objects.set(keyOf(object.bucket, object.name), stored)
    return stored
  }

  remove = (bucket: string, name: string): boolean => this.objects.delete(keyOf(bucket, name))

  /** By name, as the vendor lists them. */
  list = (bucket: string, prefix: string): StoredObject[] =>
    this.all()
      .filter(object => object.bucket === bucket && object.name.startsWith(prefix))
      .toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))

  all = (): StoredObject[] => [...this.objects.values()]

  clear = (): void => this.objects.clear()
}

const keyOf = (bucket: string, name: string): string => JSON.stringify([bucket, name])

/** As the vendor shows an object; numbers are strings there. */
export const shown = ({
  bucket,
  name,
  contentType,
  metadata,
  bytes,
  generation,
  createdAt,
}: StoredObject) => ({
  kind: 'storage#object',
  id: `${bucket}/${name}/${generation}`,
  ...{ name, bucket, contentType },
  generation: String(generation),
  metageneration: '1',
  storageClass: 'STANDARD',
  size: String(bytes.length),
  md5Hash: createHash('md5').update(bytes).digest('base64'),
  timeCreated: createdAt.toISOString(),
  updated: createdAt.toISOString(),
  ...(Object.keys(metadata).length > 0 && { metadata }),
})
