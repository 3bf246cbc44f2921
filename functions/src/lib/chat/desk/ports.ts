import type { View } from './views.ts'

/** What is asked of many threads at once for the people who work on them. */
export interface Desk {
  /** How many threads stand in each view, at the price of a read for each thousand. One round trip. */
  counts(views: readonly View[]): Promise<number[]>
}
