/** A function of a text that works each text out once. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return text => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}
