/** Most runs of a bench; a goal is missed if two of them miss it. */
const mostRuns = 3

/** The verdict after these runs, each given by the goals it missed. */
export function verdict(missed: readonly (readonly string[])[]): 'good' | 'missed' | 'again' {
  const all = missed.flat()
  if (all.some(goal => all.filter(other => other === goal).length > 1)) return 'missed'
  return all.length === 0 || missed.length >= mostRuns ? 'good' : 'again'
}
