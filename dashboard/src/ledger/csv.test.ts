import { expect, test } from 'vitest'
import { nextOf, withoutHead } from './csv.ts'

test('the Link header gives the next page, or none', () => {
  expect(nextOf('</api/ledger?from=a&cursor=b>; rel="next"')).toBe('/api/ledger?from=a&cursor=b')
  expect(nextOf(null)).toBeUndefined()
})

test('a further page adds its rows without the heading', () => {
  expect(withoutHead('id,by\r\n1,sam\r\n')).toBe('1,sam\r\n')
  expect(withoutHead('id,by\r\n')).toBe('')
})
