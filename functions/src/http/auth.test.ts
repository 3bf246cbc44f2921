import { expect, it } from 'vitest'
import { originOf } from './auth.ts'

const request = (headers: Record<string, string>) => ({
  get: ((name: string) => headers[name]) as never,
  socket: { remoteAddress: '10.0.0.1' } as never,
})

it.each([
  ['nothing said', {}, 1, '10.0.0.1', undefined],
  ['the platform alone', { 'x-forwarded-for': '203.0.113.9' }, 1, '203.0.113.9', undefined],
  ['a forged first word', { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }, 1, '203.0.113.9', '1.1.1.1'],
  [
    'a forged CDN',
    { 'x-forwarded-for': '203.0.113.9', 'fastly-client-ip': '1.1.1.1' },
    1,
    '203.0.113.9',
    '1.1.1.1',
  ],
  [
    'a proxy of our own',
    { 'x-forwarded-for': '1.1.1.1, 203.0.113.9, 10.1.1.1' },
    2,
    '203.0.113.9',
    '1.1.1.1',
  ],
  ['fewer words than hops', { 'x-forwarded-for': '203.0.113.9' }, 3, '203.0.113.9', undefined],
  ['no hop', { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }, 0, '203.0.113.9', '1.1.1.1'],
  ['empty words', { 'x-forwarded-for': ' , 203.0.113.9 ,' }, 1, '203.0.113.9', undefined],
] as const)(
  'with %s the address is the one that our own proxies saw',
  (_, headers, hops, ipAddress, claimedAddress) => {
    expect(originOf(request(headers), hops)).toEqual({
      ipAddress,
      userAgent: '',
      ...(claimedAddress !== undefined && { claimedAddress }),
    })
  },
)
