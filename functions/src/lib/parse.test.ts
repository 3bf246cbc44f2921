import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parse } from './parse.ts'

const schema = z.strictObject({ a: z.object({ list: z.array(z.number()) }), b: z.string().default('x') })

describe('parsing', () => {
  it('gives what the schema makes of the input', () => {
    expect(parse(schema, { a: { list: [1] } })).toEqual({ a: { list: [1] }, b: 'x' })
  })

  it('names the path of every error', () => {
    expect(() => parse(schema, { a: { list: [1, 'two'] }, b: 5 })).toThrow(
      expect.objectContaining({
        code: 'validation-failed',
        nextAction: expect.any(String),
        errors: ['a.list.1', 'b'].map(path => ({ path, message: expect.any(String) })),
      }),
    )
  })

  it('does not repeat the input', () => {
    try {
      parse(schema, { a: 'a secret', b: { secret: 'a secret' } })
      expect.unreachable()
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain('a secret')
    }
  })
})
