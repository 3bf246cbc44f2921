import { createHash, createHmac } from 'node:crypto'

/** 43 characters. */
export const digestOf = (value: unknown): string => hash(value).digest('base64url')

/** 64 hexadecimal digits. */
export const hexDigestOf = (value: unknown): string => hash(value).digest('hex')

export const keyedDigestOf = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value))
