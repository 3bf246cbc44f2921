/** Builds once, on first use; a failed build is forgotten, so that the next call retries. */
export function lazily<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined
  return () => {
    built ??= build().catch((error: unknown) => {
      built = undefined
      throw error
    })
    return built
  }
}
