import { createHash } from 'node:crypto'

/** Of anything that JSON can say, to recognise it by: 43 characters. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')
