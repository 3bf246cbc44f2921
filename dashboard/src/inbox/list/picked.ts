/** Threads that are chosen to be worked on at once. */
export interface Picked {
  ids: ReadonlySet<string>
  /** Start of a range. */
  anchor: string | undefined
}

export const nothingPicked: Picked = { ids: new Set(), anchor: undefined }

/** Threads at once, most. */
export const mostPicked = 100

/** Chooses a thread or no longer, or all from the one that was chosen last to this one. */
export function afterPick(
  { ids, anchor }: Picked,
  threadId: string,
  { listed, isRange }: { listed: readonly string[]; isRange: boolean },
): Picked {
  const [from, to] = [anchor === undefined ? -1 : listed.indexOf(anchor), listed.indexOf(threadId)]
  if (isRange && from >= 0 && to >= 0) {
    const between = listed.slice(Math.min(from, to), Math.max(from, to) + 1)
    // Nearest to where it began, if not all of them may be.
    return { ids: bounded([...ids, ...(from <= to ? between : between.toReversed())]), anchor }
  }
  const others = [...ids].filter(id => id !== threadId)
  return { ids: bounded(others.length < ids.size ? others : [...ids, threadId]), anchor: threadId }
}

export const pickedOnly = (threadIds: readonly string[]): Picked => ({
  ids: bounded(threadIds),
  anchor: threadIds.at(-1),
})

/** Without those that have left the list; the same where none has. */
export function prunePicked(picked: Picked, listed: readonly string[]): Picked {
  const there = new Set(listed)
  const left = [...picked.ids].filter(id => there.has(id))
  return left.length === picked.ids.size ? picked : { ...picked, ids: new Set(left) }
}

const bounded = (ids: readonly string[]): Set<string> => new Set([...new Set(ids)].slice(0, mostPicked))
