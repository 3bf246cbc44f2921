import type { Needs } from '../../context.ts'
import { type Because, type Found, reasons, wordsOf } from './search-words.ts'

/** Threads that are found, most, and stays. */
export const mostThreads = 20

/**
 * Threads by what staff know of a guest: number, e-mail address, reservation or property; and stays of such guests who
 * have none. The surest come first. Reads some two hundred documents at most, and nothing of the search index.
 */
export async function findThreads({ desk, rules }: Needs<'desk' | 'rules'>, text: string): Promise<Found> {
  const { threads, stays } = await desk.find(await wordsOf(text, rules.allowedCountries()), mostThreads)
  return { threads: surest(threads), stays: surest(stays) }
}

const surest = <Item extends { because: Because }>(found: readonly Item[]): Item[] =>
  found.toSorted((a, b) => reasons.indexOf(a.because) - reasons.indexOf(b.because)).slice(0, mostThreads)
