/** Builds once, when first asked; a build that failed is forgotten, so that the next call tries again. */
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
