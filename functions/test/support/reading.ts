import { type Answer, call, type User } from './stack.ts'

export const threadOf = (threadId: string): string => `/chat/threads/${threadId}`

export const readThread = (threadId: string, { token }: User): Promise<Answer> =>
  call('GET', threadOf(threadId), { token })

/** A page of messages; `query` is that of the address. */
export const readPage = (threadId: string, { token }: User, query = ''): Promise<Answer> =>
  call('GET', `${threadOf(threadId)}/messages${query}`, { token })

export const markRead = (threadId: string, { token }: User, body?: unknown): Promise<Answer> =>
  call('POST', `${threadOf(threadId)}/read`, { token, body })

export const markImportant = (threadId: string, { token }: User, important: unknown): Promise<Answer> =>
  call('PUT', `${threadOf(threadId)}/important`, { token, body: { important } })

/** Every request of a reader. */
export const readerRequests = [
  { name: 'the thread', ask: readThread },
  { name: 'its messages', ask: (id: string, user: User) => readPage(id, user) },
  { name: 'the mark of having read', ask: (id: string, user: User) => markRead(id, user) },
  { name: 'the mark of importance', ask: (id: string, user: User) => markImportant(id, user, true) },
]
