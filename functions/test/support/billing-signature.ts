import { createHmac } from 'node:crypto'

/** The signature that the billing system sends for a body at that time, `t=…,v1=…`. */
export function signatureFor(secret: string, body: string | Buffer, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const proof = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
  return `t=${seconds},v1=${proof}`
}
