import type { Report } from './result.ts'

/** Every bench, by the name that `npm run bench -- NAME` takes. */
export const benches: Readonly<Record<string, () => Promise<Report>>> = {
  'create-message': async () => (await import('./create-message.ts')).benchCreateMessage(),
  send: async () => (await import('./send.ts')).benchSend(),
  mapping: async () => (await import('./mapping.ts')).benchMapping(),
  connect: async () => (await import('./connect.ts')).benchConnect(),
  drain: async () => (await import('./drain.ts')).benchDrain(),
  cost: async () => (await import('./cost.ts')).benchCost(),
  'cold-start': async () => (await import('./cold-start.ts')).benchColdStart(),
}
