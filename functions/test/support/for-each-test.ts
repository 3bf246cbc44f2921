import { beforeEach } from 'vitest'

/** Every test of a file has it anew: the same object, with parts made before each of them. */
export function forEachTest<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeEach(async () => {
    Object.assign(made, await make())
  })
  return made
}
