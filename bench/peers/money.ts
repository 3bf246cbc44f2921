import { priceOf } from '../prices.ts'
import { median } from '../result.ts'
import { type Name, names } from './contestants.ts'
import { add, cpuOfPosts, type Figure, figure } from './figures.ts'

/** Of one post: thread and both counters; message, thread, audit entry, both counters. */
const documents = { read: 3, written: 5 }
const gib = 0.5
const million = 1_000_000

/** Whose documents are in PostgreSQL, which is paid by the month. */
const onPostgres: readonly Name[] = ['parse', 'fastify']

/**
 * US dollars by `prices.json`. An instance is taken to be busy while it is paid for: a vCPU and half a GiB for as long
 * as the posts take of the processor, for everybody alike.
 */
export function moneyOf(figures: readonly Figure[]): Figure[] {
  const posts = figure('a million posts at list prices', { unit: 'US$' })
  const month = figure('a month of a million posts with its database', { unit: 'US$' })
  const busy = figure('a month of 20 million posts with its database', { unit: 'US$' })
  const cpu = figures.find(({ title }) => title === cpuOfPosts)
  for (const name of names) {
    const seconds = cpu?.values[name]
    if (!seconds) continue
    const isOnPostgres = onPostgres.includes(name)
    const price = priceOfMillion(median(seconds), isOnPostgres)
    const database = isOnPostgres ? priceOf('postgresMonth', 1) : 0
    add(posts, name, price)
    add(month, name, price + database)
    add(busy, name, 20 * price + database)
  }
  return [posts, month, busy]
}

function priceOfMillion(secondsOfThousand: number, isOnPostgres: boolean): number {
  const ms = secondsOfThousand * million
  const run = priceOf('invocations', million) + priceOf('cpuMs', ms) + priceOf('memoryGibMs', gib * ms)
  if (isOnPostgres) return run
  const { read, written } = documents
  return run + priceOf('firestoreReads', read * million) + priceOf('firestoreWrites', written * million)
}
