import fc from 'fast-check'

type Drawn<Fields> = { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }

/** One of several kinds of steps, with its weight and fields. */
export const kind = <Fields extends object>(weight: number, fields: Drawn<Fields>) => ({
  weight,
  arbitrary: fc.record<Fields>(fields),
})

/** One kind of step of a history, with its weight, name and fields. */
export const step = <Name extends string, Rest extends object>(
  weight: number,
  name: Name,
  rest: Drawn<Rest>,
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...rest }) as fc.Arbitrary<{ do: Name } & Rest>,
})

const modes = ['refused', 'error', 'reset', 'processed-then-reset', 'timeout', 'malformed'] as const
/** How a vendor fails. */
export type Mode = (typeof modes)[number]
export const mode: fc.Arbitrary<Mode> = fc.constantFrom(...modes)

/** The sandbox's fault for this way to fail. */
export const faultOf = (mode: Mode) => {
  if (mode === 'refused') return { mode: 'status' as const, status: 429 }
  if (mode === 'error') return { mode: 'status' as const, status: 503 }
  return mode === 'malformed' ? { mode, processed: true } : { mode }
}
