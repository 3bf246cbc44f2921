/** The most requests within any second. */
export function fastestSecond(requests: readonly { at: string }[]): number {
  const times = requests.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}
