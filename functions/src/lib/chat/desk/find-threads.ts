import type { Needs } from '../../context.ts'
import { type FoundThread, reasons, wordsOf } from './search-words.ts'

/** Threads that are found, most. */
export const mostThreads = 20

/**
 * Threads by what staff know of a guest: number, e-mail address, reservation or property. The surest come first. Reads
 * some two hundred documents at most, and nothing of the search index.
 */
export async function findThreads(
  { desk, rules }: Needs<'desk' | 'rules'>,
  text: string,
): Promise<FoundThread[]> {
  const found = await desk.find(await wordsOf(text, rules.allowedCountries()), mostThreads)
  return found
    .toSorted((a, b) => reasons.indexOf(a.because) - reasons.indexOf(b.because))
    .slice(0, mostThreads)
}
