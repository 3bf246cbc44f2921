import type { connectBody } from '@functions/lib/connection/connect-body.ts'
import type { connection as connectReply } from '@functions/lib/connection/job/completion.ts'
import type { testResult as testReply } from '@functions/lib/connection/test-property.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as z from 'zod'
import { post } from '../api/client.ts'
import type { Reply } from '../api/json.ts'
import { isCode } from '../api/problem.ts'
import { type PropertyRequestDetails, propertyChanged, requestQuery } from '../connection/api.ts'
import type { Draft } from '../mapping/draft.ts'

type ConnectInput = z.input<typeof connectBody>
export type TestResult = Reply<typeof testReply>

/** Milliseconds between two looks at the attempt. */
export const runningMs = 700
const restingMs = 5_000

/**
 * The test of a property ID and the choice of rooms after it: kept while a try to connect is shown in place of the
 * guide. A failing test is recorded as a rejection (specification A1, step 2).
 */
export function useTested({ propertyId, ota }: { propertyId: string; ota: string }) {
  const [draft, setDraft] = useState<Draft>()
  const test = useMutation({
    mutationFn: (hotelId: string) =>
      post<TestResult>(`${integrationPath(ota)}/test`, { propertyId, hotelId, reject: true }),
    onSettled: result => {
      if (!result?.ok) void propertyChanged(propertyId)
    },
  })
  return { test, draft, setDraft }
}
export type Tested = ReturnType<typeof useTested>

const integrationPath = (ota: string): string => `/api/integrations/${encodeURIComponent(ota)}`

type ConnectState =
  | { phase: 'idle' }
  | { phase: 'running' }
  /** The attempt's own reason, or the error of the press. */
  | { phase: 'failed'; rejection: { detail: string; nextAction?: string | undefined } }
  | { phase: 'failed'; error: unknown }
  | { phase: 'completed'; channelId: string }

/**
 * Follows the request's attempt: the user's own, a colleague's, or one with a lost answer. An attempt that ended before
 * the press does not count.
 */
export function useConnect(request: PropertyRequestDetails) {
  const queries = useQueryClient()
  const query = requestQuery(request.id)
  const [markBefore, setMarkBefore] = useState(() => markOf(request))
  const press = useMutation({
    mutationFn: (body: ConnectInput) =>
      post<Reply<typeof connectReply>>(`${integrationPath(request.ota)}/connect`, body),
    onMutate: () => setMarkBefore(markOf(queries.getQueryData(query.queryKey) ?? request)),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  })
  const isLong = press.data?.status === 'running'
  const { data = request, isError } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      (press.isPending || state.data?.attempt?.status === 'running') && !isLong ? runningMs : restingMs,
  })
  const { attempt, channel, propertyId } = data
  const isRunning = attempt?.status === 'running'
  const isNew = markOf(data) !== markBefore
  useEffect(() => {
    if (press.data?.status === 'completed' || data.status === 'completed') void propertyChanged(propertyId)
  }, [press.data, data.status, propertyId])
  return { press, attempt: isRunning || isNew ? attempt : null, state: stateOf(), isLong }

  function stateOf(): ConnectState {
    if (press.data?.status === 'completed') return { phase: 'completed', channelId: press.data.channelId }
    if (press.isPending || isRunning || (isLong && !isNew && !isError)) return { phase: 'running' }
    if (isNew && attempt?.status === 'completed' && channel?.status === 'active')
      return { phase: 'completed', channelId: channel.id }
    if (press.isError && !isOvertaken(press.error)) return { phase: 'failed', error: press.error }
    if (isNew && attempt?.rejection) return { phase: 'failed', rejection: attempt.rejection }
    return press.isError ? { phase: 'failed', error: press.error } : { phase: 'idle' }
  }
}

/** A revived attempt keeps its beginning, but not its end. */
const markOf = ({ attempt }: PropertyRequestDetails): string => `${attempt?.startedAt}/${attempt?.endedAt}`

/** After such an error the attempt shows how connecting ended. */
const isOvertaken = (error: unknown): boolean =>
  isCode(error, 'connection-in-progress', 'offline', 'malformed')
