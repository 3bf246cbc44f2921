import type { Report } from './result.ts'

interface Options {
  /** Whether what is measured goes into the documents. */
  picture: boolean
}

/** Every bench, by the name that `npm run bench -- NAME` takes. */
export const benches: Readonly<Record<string, (options: Options) => Promise<Report>>> = {
  'create-message': async () => (await import('./create-message.ts')).benchCreateMessage(),
  send: async () => (await import('./send.ts')).benchSend(),
  mapping: async () => (await import('./mapping.ts')).benchMapping(),
  connect: async () => (await import('./connect.ts')).benchConnect(),
  drain: async () => (await import('./drain.ts')).benchDrain(),
  cost: async () => (await import('./cost.ts')).benchCost(),
  'cold-start': async () => (await import('./cold-start.ts')).benchColdStart(),
  peers: async options => (await import('./peers.ts')).benchPeers(options),
}
