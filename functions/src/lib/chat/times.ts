/** Later than the whole thread, so that messages are totally ordered. */
export const timeOfPost = (now: Date, updatedAt: Date | undefined): Date =>
  new Date(Math.max(now.getTime(), updatedAt === undefined ? 0 : updatedAt.getTime() + 1))

export const timeOfArrival = (createdAt: Date, receivedAt: Date | undefined): Date =>
  receivedAt && receivedAt < createdAt ? receivedAt : createdAt

export const later = (time: Date, other: Date | null | undefined): Date =>
  other && other > time ? other : time
