import { type Answer, call, type User } from './stack.ts'

export const threadOf = (threadId: string): string => `/chat/threads/${threadId}`

export const readThread = (threadId: string, { token }: User): Promise<Answer> =>
  call('GET', threadOf(threadId), { token })

/** A page of messages; the query as it stands in the address. */
export const readPage = (threadId: string, { token }: User, query = ''): Promise<Answer> =>
  call('GET', `${threadOf(threadId)}/messages${query}`, { token })

export const markRead = (threadId: string, { token }: User, body?: unknown): Promise<Answer> =>
  call('POST', `${threadOf(threadId)}/read`, { token, body })

export const markImportant = (threadId: string, { token }: User, important: unknown): Promise<Answer> =>
  call('PUT', `${threadOf(threadId)}/important`, { token, body: { important } })

/** Every request of a reader, and whether who came in only by posting may make it. */
export const readerRequests = [
  { name: 'the thread', forSelfJoined: false, ask: readThread },
  { name: 'its messages', forSelfJoined: false, ask: (id: string, user: User) => readPage(id, user) },
  {
    name: 'the mark of having read',
    forSelfJoined: true,
    ask: (id: string, user: User) => markRead(id, user),
  },
  {
    name: 'the mark of importance',
    forSelfJoined: true,
    ask: (id: string, user: User) => markImportant(id, user, true),
  },
]
