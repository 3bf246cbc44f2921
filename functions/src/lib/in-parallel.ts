/** Throws the first failure after the running items. */
export async function inParallel<T>(
  width: number,
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await run(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: width }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
