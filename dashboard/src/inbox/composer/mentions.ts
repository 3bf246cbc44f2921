import type { StaffMember } from '@functions/lib/chat/desk/list-staff.ts'
import type { Mention } from '../../outbox/entry.ts'
import type { Typing } from './use-offers.ts'

/** A piece of a note's text; one with `userId` calls somebody. */
interface NotePart {
  text: string
  userId?: string
}

/** Most people in a note; the API has the last word. */
const most = 10
const offered = 5

export const isMention = (value: unknown): value is Mention =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  typeof value.userId === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  value.name !== ''

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Where `@Name` stands as a word; of two names the longer one. */
export function partsOf(text: string, people: readonly Mention[]): NotePart[] {
  if (people.length === 0) return [{ text }]
  const names = people.map(({ name }) => name).toSorted((one, other) => other.length - one.length)
  const mark = new RegExp(
    `(?<![\\p{L}\\p{N}_])(@(?:${names.map(escaped).join('|')}))(?![\\p{L}\\p{N}_])`,
    'u',
  )
  return text.split(mark).flatMap((part, at) => {
    if (part === '') return []
    const userId = at % 2 === 1 ? people.find(({ name }) => `@${name}` === part)?.userId : undefined
    return [userId === undefined ? { text: part } : { text: part, userId }]
  })
}

/** People that the text still names. */
export function standingIn(text: string, people: readonly Mention[] = []): Mention[] {
  const called = new Set(partsOf(text, people).map(({ userId }) => userId))
  return people.filter(({ userId }) => called.has(userId))
}

/** Letters of the mention before the caret; undefined without one, or for one that was chosen. */
export function typingAt(text: string, caret: number, chosen: readonly Mention[] = []): Typing | undefined {
  const letters = /(?:^|[\s(])@((?:[^\s@]+(?: [^\s@]+){0,3})?)$/u.exec(text.slice(0, caret))?.[1]
  if (letters === undefined) return undefined
  const from = caret - letters.length - 1
  const isChosen = partsOf(text.slice(from, caret), chosen)[0]?.userId !== undefined
  return isChosen ? undefined : { from, letters }
}

export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Staff with a name that begins with the letters, the whole name first; without the user and people chosen before. */
export function offersFor(
  { letters }: Typing,
  staff: readonly StaffMember[],
  { uid, chosen }: { uid: string; chosen: readonly Mention[] },
): Mention[] {
  if (chosen.length >= most) return []
  const sought = plain(letters)
  const people = staff.map(({ userId, name }) => ({ userId, name: name?.trim() || userId }))
  const found = people.filter(
    ({ userId, name }) =>
      userId !== uid &&
      !chosen.some(one => one.userId === userId) &&
      [name, ...name.split(/(?<=\s)/)].some(word => plain(word).startsWith(sought)),
  )
  const isWhole = ({ name }: Mention) => plain(name).startsWith(sought)
  return [...found.filter(isWhole), ...found.filter(one => !isWhole(one))].slice(0, offered)
}

/** The text with the person's name in place of the letters, the people mentioned, and the new cursor. */
export function afterChoosing(
  text: string,
  { from, letters }: Typing,
  person: Mention,
  chosen: readonly Mention[] = [],
): { text: string; mentions: Mention[]; caret: number } {
  const name = `@${person.name} `
  const rest = text.slice(from + 1 + letters.length).replace(/^ /, '')
  const others = standingIn(text, chosen).filter(
    ({ userId, name }) => userId !== person.userId && name !== person.name,
  )
  return {
    text: text.slice(0, from) + name + rest,
    mentions: [...others, person],
    caret: from + name.length,
  }
}
