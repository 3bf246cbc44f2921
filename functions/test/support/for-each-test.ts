import { beforeEach } from 'vitest'

/** What every test of a file has anew: the same object, with what is made before each of them. */
export function forEachTest<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeEach(async () => {
    Object.assign(made, await make())
  })
  return made
}
