/** Rejects with `late` after that time; the call itself goes on. Milliseconds. */
export const within = <T>(ms: number, call: Promise<T>, late: () => Error): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    call.then(
      value => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
