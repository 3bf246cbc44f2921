/** An index that only grows at its end is slow. */
const shardCount = 8

export const shards = Array.from({ length: shardCount }, (_, shard) => shard)

export function shardOf(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return sum % shardCount
}
