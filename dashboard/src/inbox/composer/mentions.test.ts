import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterChoosing, offersFor, partsOf, standingIn, typingAt } from './mentions.ts'

const [ann, bob] = [
  { userId: 'a', name: 'Ann' },
  { userId: 'b', name: 'Bob Núñez (night)' },
]
const marksIn = (text: string, people = [ann, bob]) =>
  partsOf(text, people).flatMap(({ text, userId }) => (userId ? [text] : []))
const namesFor = (letters: string, chosen = [] as (typeof ann)[]) =>
  offersFor({ from: 0, letters }, [ann, { userId: 'z', name: null }, bob, { userId: 'me', name: 'Ana' }], {
    uid: 'me',
    chosen,
  }).map(({ name }) => name)

test('a name counts where it stands as a word, and of two the longer one', () => {
  expect(marksIn('@Ann, ask @Bob Núñez (night)!')).toEqual(['@Ann', '@Bob Núñez (night)'])
  expect(marksIn('mail@Ann or @Anna, @ann, Ann')).toEqual([])
  const annLee = { userId: 'al', name: 'Ann Lee' }
  expect(standingIn('@Ann Lee', [ann, annLee])).toEqual([annLee])
  expect(standingIn('@Ann Lee and @Ann', [ann, annLee])).toEqual([ann, annLee])
  expect(standingIn('@Ann')).toEqual([])
})

test('the pieces of a text are the text, whatever people are called', () => {
  const people = fc.array(fc.record({ userId: fc.string(), name: fc.string({ minLength: 1 }) }))
  fc.assert(
    fc.property(fc.string(), people, (text, staff) => {
      const whole = text + staff.map(({ name }) => ` @${name} `).join('')
      expect(
        partsOf(whole, staff)
          .map(part => part.text)
          .join(''),
      ).toBe(whole)
    }),
  )
})

test('a chosen person is put into the text, and the rest of the text stays', () => {
  const word = fc.stringMatching(/^[a-z ]*$/)
  fc.assert(
    fc.property(word, word, fc.constantFrom(ann, bob), (before, after, person) => {
      const text = `${before} @x${after}`
      const typing = typingAt(text, before.length + 3)
      expect(typing).toEqual({ from: before.length + 1, letters: 'x' })
      if (!typing) return
      const end = afterChoosing(text, typing, person)
      expect(end.text).toBe(`${before} @${person.name} ${after.replace(/^ /, '')}`)
      expect(end.text.slice(0, end.caret)).toBe(`${before} @${person.name} `)
      expect(standingIn(end.text, end.mentions)).toEqual([person])
    }),
  )
})

test('a mention is typed after an @ that begins a word, up to the end of a name', () => {
  expect(typingAt('Ask @bo', 7)).toEqual({ from: 4, letters: 'bo' })
  expect(typingAt('@', 1)).toEqual({ from: 0, letters: '' })
  expect(typingAt('@bob nu', 7)).toEqual({ from: 0, letters: 'bob nu' })
  for (const text of ['a@bo', '@ bo', '@bo ', '@bo\nx', 'Hello', ''])
    expect(typingAt(text, text.length)).toBe(undefined)
  expect(typingAt('@Ann l', 6, [ann])).toBeUndefined()
  expect(typingAt('@Anna', 5, [ann])).toEqual({ from: 0, letters: 'Anna' })
})

test('the offers are colleagues with a name that begins so, without the user and nobody twice', () => {
  expect(namesFor('')).toEqual(['Ann', 'z', 'Bob Núñez (night)'])
  expect(namesFor('an')).toEqual(['Ann'])
  expect(namesFor('nune')).toEqual(['Bob Núñez (night)'])
  expect(namesFor('bob nu')).toEqual(['Bob Núñez (night)'])
  expect(namesFor('AN', [ann])).toEqual([])
})

test('of two people with one name the one chosen last is mentioned', () => {
  const other = { userId: 'a2', name: 'Ann' }
  const { text, mentions } = afterChoosing('@Ann @a', { from: 5, letters: 'a' }, other, [ann])
  expect(standingIn(text, mentions)).toEqual([other])
})
