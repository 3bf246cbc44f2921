import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { Seal } from '../lib/ports.ts'

const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** The first secret seals, all open: two during a change. */
export function sealedBy(...secrets: readonly string[]): Seal {
  const seals = secrets.map(sealOf)
  const [first] = seals
  if (!first) throw new Error('there is no secret to seal by')
  return {
    seal: first.seal,
    async open(sealed, use) {
      const opened = await Promise.all(seals.map(one => one.open(sealed, use)))
      return opened.find(text => text !== undefined)
    },
  }
}

/** Deterministic. */
function sealOf(secret: string): Seal {
  const derived = (label: string, ...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([label, ...parts]))
      .digest()
  const key = derived('key')

  const seal = (text: string, use: string): string => {
    const nonce = derived('nonce', use, text).subarray(0, nonceBytes)
    const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(use))
    const hidden = [sealing.update(text, 'utf8'), sealing.final()]
    return Buffer.concat([nonce, ...hidden, sealing.getAuthTag()]).toString('base64url')
  }

  const open = (sealed: string, use: string): string | undefined => {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length <= nonceBytes + tagBytes) return undefined
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(use))
      .setAuthTag(bytes.subarray(-tagBytes))
    try {
      const text = opening.update(bytes.subarray(nonceBytes, -tagBytes))
      const opened = Buffer.concat([text, opening.final()]).toString()
      // Base64 has several spellings of the same bytes.
      return seal(opened, use) === sealed ? opened : undefined
    } catch {
      return undefined
    }
  }

  return { seal: async (text, use) => seal(text, use), open: async (sealed, use) => open(sealed, use) }
}
