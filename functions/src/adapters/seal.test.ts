import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { law } from '../../test/support/law.ts'
import { sealedBy } from './seal.ts'

const [ours, theirs] = [sealedBy('ours'), sealedBy('theirs')]
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

describe('a sealed text', () => {
  law(
    'is opened by the same secret for the same use, and by nothing else',
    [text, text],
    async (content, use) => {
      const sealed = await ours.seal(content, use)
      expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(await ours.open(sealed, use)).toBe(content)
      expect(await ours.seal(content, use)).toBe(sealed)
      expect(await ours.open(sealed, `${use}!`)).toBeUndefined()
      expect(await theirs.open(sealed, use)).toBeUndefined()
    },
  )

  law('is nothing that others can make', [fc.string()], async given => {
    expect(await ours.open(given, 'use')).toBeUndefined()
  })
})
