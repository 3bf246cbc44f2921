import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../test/support/law.ts'
import { plans, subscribersOf } from '../../test/support/subscribers.ts'
import { isAmong, plainAddress, plainNumber, spellingsOf } from './spellings.ts'

const subscribers = plans.flatMap(subscribersOf)
const variants = subscribers.flatMap(({ spellings }) => spellings)

describe('the subscribers of real numbering plans', () => {
  it('are many, with at most three spellings each, and no spelling belongs to two of them', () => {
    expect(variants.length).toBeGreaterThanOrEqual(200)
    expect(new Set(variants).size).toBe(variants.length)
    for (const variant of variants) expect(spellingsOf(variant).length).toBeLessThanOrEqual(3)
  })
})

/** The digits for each letter of a pattern. */
const digits: Record<string, string> = { D: '0123456789', A: '123456789', M: '6789', F: '2345', T: '23' }
const line = (pattern: string) =>
  fc
    .tuple(...[...pattern].map(one => fc.constantFrom(...(digits[one] ?? one))))
    .map(chosen => chosen.join(''))

/** Lines by plan: the pattern of their own digits, and the prefixes before it, one for each spelling. */
const lines = [
  ['BR fixed', 'AAFDDDDDDD', '+55'],
  ['BR new', 'AA9FDDDDDDD', '+55'],
  ['MX', 'FDDDDDDDDD', '+52', '+521'],
  ['MX', 'MDDDDDDDDD', '+52', '+521'],
  ['AR', 'TDDDDDDDDD', '+54', '+549'],
  ['AR', '11DDDDDDDD', '+54', '+549'],
  ['US', 'ADDDDDDDDD', '+1'],
  ['BJ', '9DDDDDDD', '+229', '+22901'],
  ['CI', '07DDDDDD', '+225', '+22507'],
  ['CI', '55DDDDDD', '+225', '+22505'],
  ['CI', '01DDDDDD', '+225', '+22501'],
  ['CM', '7DDDDDDD', '+237', '+2376'],
  ['GA', '7DDDDDD', '+241', '+2410', '+2417'],
  ['GM', '7DDDDDD', '+220', '+22087'],
  ['MU', '7DDDDDD', '+230', '+2305'],
  ['PS', '59DDDDDDD', '+970', '+972'],
] as const
const subscriber = fc.oneof(
  line('AAMDDDDDDD').map(own => ({
    own: `BR ${own}`,
    spelled: [`+55${own}`, `+55${own.slice(0, 2)}9${own.slice(2)}`],
  })),
  ...lines.map(([plan, pattern, ...prefixes]) =>
    line(pattern).map(own => ({
      own: `${plan} ${own}`,
      spelled: prefixes.map(prefix => prefix + own),
    })),
  ),
)

/** The zero of scripts that people write numbers in. */
const zeros = ['0', '０', '٠', '۰', '०', '০', '๐', '၀', '᥆']
law(
  'a number is read in every script',
  [fc.constantFrom(...zeros), line('ADDDDDDDDD'), fc.constantFrom(' ', '\u00a0', '\u202f', '\u200e', '')],
  (zero, own, between) => {
    const written = [...`39${own}`].map(one => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(one)))
    expect(plainNumber(written.join('')).replaceAll(' ', '')).toBe(`39${own}`)
    expect(plainAddress(`(+${written.slice(0, 2).join('')})${written.slice(2).join(between)}`)).toBe(
      `+39${own}`,
    )
  },
)

describe('two subscribers', () => {
  law('share no spelling', [subscriber, subscriber], (one, other) => {
    const shared = one.spelled.some(spelling => isAmong(other.spelled, spelling))
    expect(shared).toBe(one.own === other.own)
  })

  // The likeliest mistakes: a digit more, less or another.
  const edit = fc.tuple(fc.nat(13), fc.constantFrom('', '0', '1', '5', '9', '19'), fc.nat(1))
  const nearby = fc.tuple(subscriber, edit).map(([{ spelled }, [at, put, cut]]) => {
    const [address = ''] = spelled
    return { address, other: `${address.slice(0, at + 1)}${put}${address.slice(at + 1 + cut)}` }
  })
  law('are the same only if each has all spellings of the other', [nearby], ({ address, other }) => {
    const [mine, theirs] = [spellingsOf(address), spellingsOf(other)]
    if (isAmong([address], other)) expect(mine).toEqual(theirs)
    else expect(mine.filter(spelling => theirs.includes(spelling))).toEqual([])
    for (const spelling of theirs) expect(spellingsOf(spelling)).toEqual(theirs)
  })

  law('are apart whatever no plan spells twice', [fc.string(), fc.string()], (one, other) => {
    expect(isAmong([one], other)).toBe(one === other)
  })
})
