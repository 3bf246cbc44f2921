import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * A value that would not fit into its document beside the others: a document holds 1 MiB, and a mapping of 2,000 rates
 * with the offer it was made from is most of that. About a tenth is left of it. Times stay times.
 */
export const packed = (value: unknown): Buffer => gzipSync(serialize(value))

/** Undefined for what is no packed value. */
export function unpacked(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return undefined
  try {
    return deserialize(gunzipSync(value))
  } catch {
    return undefined
  }
}
