/** At most so often is a bench run; a goal counts as missed when two of the runs miss it. */
const mostRuns = 3

/** What is to be done with a bench after runs that missed these goals: the names of a run, one run after another. */
export function verdict(missed: readonly (readonly string[])[]): 'good' | 'missed' | 'again' {
  const all = missed.flat()
  if (all.some(goal => all.filter(other => other === goal).length > 1)) return 'missed'
  return all.length === 0 || missed.length >= mostRuns ? 'good' : 'again'
}
