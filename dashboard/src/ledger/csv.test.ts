import { expect, test } from 'vitest'
import { nextOf, withoutHead } from './csv.ts'

test('a link leads to the next page, or nowhere', () => {
  expect(nextOf('</api/ledger?from=a&cursor=b>; rel="next"')).toBe('/api/ledger?from=a&cursor=b')
  expect(nextOf(null)).toBeUndefined()
})

test('a further page adds its rows', () => {
  expect(withoutHead('id,by\r\n1,sam\r\n')).toBe('1,sam\r\n')
  expect(withoutHead('id,by\r\n')).toBe('')
})
