/** The lowest point of a smooth function near `start`, by L-BFGS with a line search. */
export function minimum(
  evaluate: (at: Float64Array, slope: Float64Array) => number,
  start: Float64Array,
  rounds = 60,
): Float64Array {
  const [size, memory] = [start.length, 8]
  let [at, slope] = [start.slice(), new Float64Array(size)]
  let value = evaluate(at, slope)
  const steps: { move: Float64Array; turn: Float64Array; product: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const direction = directionFrom(slope, steps)
    let [length, next, nextSlope, nextValue] = [1, at, slope, value]
    const descent = dot(direction, slope)
    for (let tries = 0; tries < 30; tries += 1, length /= 2) {
      next = at.map((one, index) => one + length * (direction[index] ?? 0))
      nextSlope = new Float64Array(size)
      nextValue = evaluate(next, nextSlope)
      if (nextValue <= value + 1e-4 * length * descent) break
    }
    const move = next.map((one, index) => one - (at[index] ?? 0))
    const turn = nextSlope.map((one, index) => one - (slope[index] ?? 0))
    const product = dot(move, turn)
    const gained = value - nextValue
    ;[at, slope, value] = [next, nextSlope, nextValue]
    if (product > 1e-12) steps.push({ move, turn, product })
    if (steps.length > memory) steps.shift()
    if (gained < 1e-7 * Math.max(1, Math.abs(value))) break
  }
  return at
}

function directionFrom(
  slope: Float64Array,
  steps: readonly { move: Float64Array; turn: Float64Array; product: number }[],
): Float64Array {
  const direction = slope.map(one => -one)
  const factors = steps.toReversed().map(({ move, turn, product }) => {
    const factor = dot(move, direction) / product
    add(direction, turn, -factor)
    return factor
  })
  const last = steps.at(-1)
  const scale = last
    ? last.product / dot(last.turn, last.turn)
    : 1 / Math.max(1, Math.sqrt(dot(slope, slope)))
  for (let index = 0; index < direction.length; index += 1) direction[index] = (direction[index] ?? 0) * scale
  steps.forEach(({ move, turn, product }, index) => {
    const factor = dot(turn, direction) / product
    add(direction, move, (factors[steps.length - 1 - index] ?? 0) - factor)
  })
  return direction
}

const dot = (one: Float64Array, other: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}
const add = (to: Float64Array, one: Float64Array, factor: number): void => {
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] ?? 0) + factor * (one[index] ?? 0)
}
