import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { law } from '../../test/support/law.ts'
import { plans, subscribersOf } from '../../test/support/subscribers.ts'
import { isAmong, plainAddress, plainNumber, spellingsOf } from './spellings.ts'

const subscribers = plans.flatMap(subscribersOf)
const variants = subscribers.flatMap(({ spellings }) => spellings)

describe('the subscribers of real numbering plans', () => {
  it('are many, each with three spellings at most, and none belongs to two of them', () => {
    expect(variants.length).toBeGreaterThanOrEqual(200)
    expect(new Set(variants).size).toBe(variants.length)
    for (const variant of variants) expect(spellingsOf(variant).length).toBeLessThanOrEqual(3)
  })

  it.each(plans)('are each one address, however they are spelled ($plan)', plan => {
    const known = subscribersOf(plan).flatMap(({ spellings }) =>
      spellings.flatMap(one => spellings.map(other => [one, other] as const)),
    )
    expect(known.filter(([one, other]) => !isAmong([one], other))).toEqual([])
  })

  it('are never taken for one another', () => {
    const others = subscribers.flatMap(({ spellings }) => {
      const strangers = variants.filter(variant => !spellings.includes(variant))
      return spellings.filter(spelling => isAmong(strangers, spelling))
    })
    expect(others).toEqual([])
  })
})

/** Any line of a plan, by its digits: `D` is one of 0 to 9, `A` of 1 to 9, `M` of 6 to 9, `F` of 2 to 5. */
const digits: Record<string, string> = { D: '0123456789', A: '123456789', M: '6789', F: '2345', T: '23' }
const line = (pattern: string) =>
  fc
    .tuple(...[...pattern].map(one => fc.constantFrom(...(digits[one] ?? one))))
    .map(chosen => chosen.join(''))

/** A subscriber of any country with two spellings, by what identifies them: the plan's own digits. */
const subscriber = fc.oneof(
  line('AAMDDDDDDD').map(own => ({
    own: `BR ${own}`,
    spelled: [`+55${own}`, `+55${own.slice(0, 2)}9${own.slice(2)}`],
  })),
  line('AAFDDDDDDD').map(own => ({ own: `BR fixed ${own}`, spelled: [`+55${own}`] })),
  line('AA9FDDDDDDD').map(own => ({ own: `BR new ${own}`, spelled: [`+55${own}`] })),
  line('FDDDDDDDDD').map(own => ({ own: `MX ${own}`, spelled: [`+52${own}`, `+521${own}`] })),
  line('MDDDDDDDDD').map(own => ({ own: `MX ${own}`, spelled: [`+52${own}`, `+521${own}`] })),
  line('TDDDDDDDDD').map(own => ({ own: `AR ${own}`, spelled: [`+54${own}`, `+549${own}`] })),
  line('11DDDDDDDD').map(own => ({ own: `AR ${own}`, spelled: [`+54${own}`, `+549${own}`] })),
  line('ADDDDDDDDD').map(own => ({ own: `US ${own}`, spelled: [`+1${own}`] })),
  line('9DDDDDDD').map(own => ({ own: `BJ ${own}`, spelled: [`+229${own}`, `+22901${own}`] })),
  line('07DDDDDD').map(own => ({ own: `CI ${own}`, spelled: [`+225${own}`, `+22507${own}`] })),
  line('55DDDDDD').map(own => ({ own: `CI ${own}`, spelled: [`+225${own}`, `+22505${own}`] })),
  line('01DDDDDD').map(own => ({ own: `CI ${own}`, spelled: [`+225${own}`, `+22501${own}`] })),
  line('7DDDDDDD').map(own => ({ own: `CM ${own}`, spelled: [`+237${own}`, `+2376${own}`] })),
  line('7DDDDDD').map(own => ({ own: `GA ${own}`, spelled: [`+241${own}`, `+2410${own}`, `+2417${own}`] })),
  line('7DDDDDD').map(own => ({ own: `GM ${own}`, spelled: [`+220${own}`, `+22087${own}`] })),
  line('7DDDDDD').map(own => ({ own: `MU ${own}`, spelled: [`+230${own}`, `+2305${own}`] })),
  line('59DDDDDDD').map(own => ({ own: `PS ${own}`, spelled: [`+970${own}`, `+972${own}`] })),
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
