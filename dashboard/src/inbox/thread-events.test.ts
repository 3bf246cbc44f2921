import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { threadChanged } from './thread-events.ts'

test('an answer to a request for events from before a change of the thread is ignored', async () => {
  const queries = new QueryClient()
  const answers: ((events: string[]) => void)[] = []
  const shown = new QueryObserver(queries, {
    queryKey: ['thread-events', 'thread-1', 'as it is shown'],
    queryFn: ({ signal }) =>
      new Promise<string[]>((resolve, reject) => {
        answers.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const stop = shown.subscribe(() => {})
  threadChanged(queries, 'thread-1')
  expect(answers.length).toBe(2)
  answers[0]?.(['taken'])
  answers[1]?.(['taken', 'given back'])
  await expect.poll(() => shown.getCurrentResult().data).toEqual(['taken', 'given back'])
  stop()
})
