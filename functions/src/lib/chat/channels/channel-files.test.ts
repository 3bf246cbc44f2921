import { describe, expect, it } from 'vitest'
import { chatappFiles, type FileFacts, fileObstacle, goApart, otaFiles, smsFiles } from './channel-files.ts'

const file = (type: string, size: number): FileFacts => ({ name: 'a file', type, size })
const mega = 1_000_000

describe('chatapp', () => {
  it.each([
    ['image/jpeg', 5 * mega, true],
    ['image/png', 5 * mega + 1, false],
    ['application/pdf', 16 * mega, true],
    ['application/pdf', 16 * mega + 1, false],
    ['video/mp4', 16 * mega, true],
    ['image/heic', 1, false],
    ['application/octet-stream', 1, false],
    ['text/plain', 1, false],
    ['toString', 1, false],
    ['image/jpg', 1, true],
    ['audio/x-m4a', 1, true],
    ['application/msword', 1, true],
  ])('takes %s of %i bytes: %s', (type, size, isTaken) => {
    expect(fileObstacle(chatappFiles, [file(type, size)]) === undefined).toBe(isTaken)
  })

  it('takes one file with a message', () => {
    const picture = file('image/png', 1)
    expect(fileObstacle(chatappFiles, [])).toBeUndefined()
    expect(fileObstacle(chatappFiles, [picture, picture])?.code).toBe('attachment-not-sendable')
  })
})

it('SMS takes five megabytes, where the country has MMS', () => {
  const picture = file('image/png', 5 * mega)
  expect(fileObstacle(smsFiles, [picture], '+12025550123')).toBeUndefined()
  expect(fileObstacle(smsFiles, [picture])).toBeUndefined()
  expect(fileObstacle(smsFiles, [picture], '+4915112345678')?.detail).toContain('country')
  expect(fileObstacle(smsFiles, [file('image/png', 5 * mega + 1)])?.detail).toContain('5 MB')
})

describe('a text', () => {
  const long = 'x'.repeat(1025)
  it.each([
    ['image/jpeg', 'See this', false],
    ['application/pdf', 'See this', false],
    ['video/mp4', 'See this', false],
    ['image/png', long, true],
    ['audio/ogg', 'See this', true],
    ['audio/mp4', 'See this', true],
    ['audio/mpeg', 'See this', true],
    ['audio/amr', 'See this', true],
    ['audio/aac', 'See this', true],
    ['video/3gpp', 'See this', true],
    ['audio/ogg', ' \u200b', false],
  ])('with a file of %s by chatapp goes before it as its own message: %s, %s', (type, text, isApart) => {
    expect(goApart(chatappFiles, [file(type, 1)], text)).toBe(isApart)
    expect(goApart(smsFiles, [file(type, 1)], text)).toBe(false)
    expect(goApart(otaFiles('airbnb'), [file(type, 1)], text)).toBe(true)
  })
})

it('a channel without rules takes no file', () => {
  expect(fileObstacle(undefined, [])).toBeUndefined()
  expect(fileObstacle(undefined, [file('image/png', 1)])?.code).toBe('attachment-not-sendable')
})
