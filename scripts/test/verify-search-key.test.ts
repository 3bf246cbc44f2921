import { createServer } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { listen } from '../../functions/test/support/listen.ts'
import { StackError } from '../stack/errors.ts'
import { searchKeyCheck } from '../verify/search-key.ts'

let limit: number | undefined
const server = createServer((_, response) => response.end(JSON.stringify({ maxQueriesPerIPPerHour: limit })))
const url = `http://127.0.0.1:${await listen(server)}`
afterAll(() => void server.close())

const check = () => searchKeyCheck(async () => ({ url, appId: 'app', searchKey: 'key' })).run()

it('accepts a key with the limit that docs/threat-model.md counts with', async () => {
  limit = 1000
  expect(await check()).toBe('1000 searches an hour for each user and address')
})

it.each([undefined, 0, 1001, 1_000_000])('refutes a key with a limit of %s', async given => {
  limit = given
  await expect(check()).rejects.toBeInstanceOf(StackError)
})
