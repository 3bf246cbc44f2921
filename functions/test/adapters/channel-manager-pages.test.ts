import { expect, it } from 'vitest'
import * as z from 'zod'
import type { ChannelManagerClient } from '../../src/adapters/channel-manager/client.ts'
import { everyPage } from '../../src/adapters/channel-manager/pages.ts'

const reply = z.object({ data: z.array(z.object({ id: z.string() })), meta: z.object({ total: z.number() }) })

/** A list that never comes to its end. */
let pages = 0
const endless: ChannelManagerClient = async request => {
  pages += 1
  return request.reply.parse({ data: [{ id: `id-${pages}` }], meta: { total: 1_000_000 } })
}

it('an endless list is an error, or told in part where that will do', async () => {
  await expect(everyPage(endless, { path: ['channels'], reply })).rejects.toThrow('channel-manager')
  pages = 0
  expect(await everyPage(endless, { path: ['feed'], reply, isPartFine: true })).toHaveLength(100)
})
