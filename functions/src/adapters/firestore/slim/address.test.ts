import { expect, it } from 'vitest'
import { inTime } from './address.ts'

it('a token that never comes is waited for no longer than it may take', async () => {
  await expect(inTime(new Promise(() => {}), 20)).rejects.toThrow('none came within 20 ms')
  expect(await inTime(Promise.resolve('token'), 20)).toBe('token')
  await expect(inTime(Promise.reject(new Error('refused')), 20)).rejects.toThrow('refused')
})
