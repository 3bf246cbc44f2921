export type SeededUser = { name: string; email: string; uid: string; role: string; password: string }
export type SeedSummary = { users: SeededUser[]; tryIt: { title: string; command: string }[] }

/** Nothing is seeded yet. */
export async function seed(_env: Record<string, string>): Promise<SeedSummary> {
  return { users: [], tryIt: [] }
}
