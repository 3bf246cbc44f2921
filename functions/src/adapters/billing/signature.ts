import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../lib/ports.ts'

/** Milliseconds of clock difference. */
const tolerance = 5 * 60_000

export function isSignedBy(
  secret: string,
  { now }: Pick<Clock, 'now'>,
  header: string,
  body: Buffer | undefined,
): boolean {
  const parts = header.split(',').map(part => part.trim().split('='))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (secret === '' || !/^\d{1,12}$/.test(seconds)) return false
  if (Math.abs(now().getTime() - Number(seconds) * 1000) > tolerance) return false
  const expected = hmac(secret, seconds, body ?? '')
  return parts.some(([name, value = '']) => {
    const given = name === 'v1' && /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : undefined
    return given !== undefined && timingSafeEqual(given, expected)
  })
}

const hmac = (secret: string, seconds: string, body: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
