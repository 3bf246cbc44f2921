import { algoliasearch } from 'algoliasearch'
import { hostsOf } from '../../src/adapters/algolia/client.ts'

/** The vendor's client as a page has it by `GET /chat/search-key`, with more patience for a busy machine. Milliseconds. */
export const searchClient = ({ appId, key, host }: { appId: string; key: string; host: string }) =>
  algoliasearch(appId, key, {
    ...hostsOf(host),
    timeouts: { connect: 30_000, read: 30_000, write: 30_000 },
  })
