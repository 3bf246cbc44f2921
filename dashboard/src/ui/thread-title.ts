/** The guest's name where one is known, else the thread's id made readable. */
export function titleOf(threadId: string, guestName: string | null): string {
  if (guestName) return guestName
  const words = threadId.split(/[-_]+/).filter(Boolean)
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** At most two letters for a face that nobody has. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map(word => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase()

/** State of the address of a thread that was opened from the list. */
export const fromList = 'from-list'

/** The same of one that was opened to write in it. */
export const toWrite = 'to-write'
