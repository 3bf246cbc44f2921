import { beforeEach } from 'vitest'

/** One object for the tests of a file, with parts made anew before each of them. */
export function forEachTest<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeEach(async () => {
    Object.assign(made, await make())
  })
  return made
}
