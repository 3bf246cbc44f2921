import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../../../test/support/law.ts'
import { type Findings, itemWrites, type WatchedItem, type WatchKind, watchKinds } from './channel-items.ts'

const channel = { ota: 'booking', hotelId: '5868189' } as const
const writes = (differences: string[], item?: Omit<WatchedItem, 'kind'>, since?: Date) =>
  itemWrites(
    channel,
    { 'ota-sync-failed': { differences, ...(since && { since }) } },
    item ? [{ kind: 'ota-sync-failed', ...item }] : [],
  ).map(({ write }) => write)

const [early, late] = [new Date(1000), new Date(2000)]

const open = { isOpen: true, differences: ['a'] }
const resolved = { isOpen: false, resolvedAt: late, differences: ['a'] }

describe('an item', () => {
  it.each<[string, string[], string[], Omit<WatchedItem, 'kind'>?, Date?]>([
    ['is opened for a difference', ['open'], ['a']],
    ['is left when the difference is the same', [], ['a'], open],
    ['is changed when it is another one', ['update'], ['b'], open],
    ['stays resolved for the same one', [], ['a'], resolved],
    ['is opened again for another one', ['open'], ['b'], resolved],
    ['is opened again once it was over', ['open'], ['a'], { isOpen: false, resolvedAt: late }],
    ['is opened again for what came later', ['open'], ['a'], { ...resolved, resolvedAt: early }, late],
    ['stays resolved for what came before', [], ['a'], resolved, early],
    ['is resolved when nothing differs', ['resolve'], [], open],
    ['of a person is forgotten when nothing differs', ['forget'], [], { isOpen: false, differences: ['a'] }],
    ['is left when it was over before', [], [], { isOpen: false }],
    ['is not there when nothing ever differed', [], []],
  ])('%s', (_, expected, differences, item, since) => {
    expect(writes(differences, item, since)).toEqual(expected)
  })

  it('shortens a long list of differences', () => {
    const many = Array.from({ length: 400 }, (_, at) => `Room ${at} is called something else now.`)
    const [write] = itemWrites(channel, { 'ota-offer-changed': { differences: many } }, [])
    const news = write && 'news' in write ? write.news : undefined
    expect(news?.detail.length).toBeLessThanOrEqual(1050)
    expect(news?.detail).toMatch(/^Booking\.com property 5868189: .* And \d+ more\.$/)
    expect(news?.differences).toHaveLength(101)
  })
})

const anyDifferences = fc.array(fc.string({ maxLength: 2000 }), { maxLength: 150 })
const anyKind = fc.constantFrom<WatchKind>(...watchKinds)

/** The items after the writes. */
function stored(items: WatchedItem[], made: ReturnType<typeof itemWrites>): WatchedItem[] {
  const rest = items.filter(({ kind }) => made.every(write => write.kind !== kind))
  const changed = made.map((write): WatchedItem => {
    if ('news' in write) return { kind: write.kind, isOpen: true, differences: write.news.differences }
    return { kind: write.kind, isOpen: false, resolvedAt: early }
  })
  return [...rest, ...changed]
}

law(
  'items in general are open exactly where something differs, and a second look at the same writes nothing',
  [fc.array(fc.tuple(anyKind, anyDifferences), { maxLength: 8 })],
  looks => {
    let items: WatchedItem[] = []
    for (const [kind, differences] of looks) {
      const findings: Findings = { [kind]: { differences } }
      items = stored(items, itemWrites(channel, findings, items))
      expect(items.some(item => item.kind === kind && item.isOpen)).toBe(differences.length > 0)
      expect(itemWrites(channel, findings, items)).toEqual([])
    }
  },
)
