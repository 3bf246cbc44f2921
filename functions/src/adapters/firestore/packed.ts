import { gunzipSync, gzipSync } from 'node:zlib'

/**
 * A value that would not fit into its document beside the others: a document holds 1 MiB, and a mapping of 2,000 rates
 * with the offer it was made from is most of that. About a tenth is left of it. Times become texts.
 */
export const packed = (value: unknown): Buffer => gzipSync(JSON.stringify(value))

/** Anything that is not packed is itself. Throws when it cannot be unpacked. */
export const unpacked = (value: unknown): unknown =>
  value instanceof Uint8Array ? JSON.parse(gunzipSync(value).toString()) : value
