/** How long after its claim a send is asked after, as long as no callback has told of it. Milliseconds. */
const checks = [10 * 60_000, 60 * 60_000, 24 * 60 * 60_000] as const

/** When a send that was claimed then is asked after next; undefined when that was done enough. */
export function nextCheck(claimedAt: Date | undefined, now: Date): Date | undefined {
  if (!claimedAt) return undefined
  const next = checks.find(check => claimedAt.getTime() + check > now.getTime())
  return next === undefined ? undefined : new Date(claimedAt.getTime() + next)
}
