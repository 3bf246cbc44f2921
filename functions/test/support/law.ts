import fc from 'fast-check'
import { it } from 'vitest'

/** A test that something holds for any values of these kinds. */
export const law = <Values extends unknown[]>(
  title: string,
  kinds: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  check: (...values: Values) => void | Promise<void>,
  parameters: fc.Parameters<[Values]> = {},
) =>
  it(title, () =>
    fc.assert(
      fc.asyncProperty(fc.tuple<Values>(...kinds), values => Promise.resolve(check(...values))),
      parameters,
    ),
  )
