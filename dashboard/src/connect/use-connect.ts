import type { connectBody } from '@functions/http/connect-body.ts'
import type { ConnectionResult } from '@functions/lib/connection/connection-result.ts'
import type { TestResult } from '@functions/lib/connection/test-property.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as z from 'zod'
import { call } from '../api/client.ts'
import { ApiError, isCode } from '../api/problem.ts'
import { type PropertyRequestDetails, requestQuery } from '../connection/api.ts'

type ConnectInput = z.input<typeof connectBody>

/** Between two looks at how far connecting has come. */
const runningMs = 700
const restingMs = 5_000

/** What connect would say of a property ID, without doing anything. */
export const useTest = (propertyId: string) =>
  useMutation({
    mutationFn: (hotelId: string) =>
      call<TestResult>({
        method: 'POST',
        path: '/api/integrations/booking/test',
        body: { propertyId, hotelId },
      }),
  })

export type ConnectState =
  | { phase: 'idle' }
  | { phase: 'running' }
  | { phase: 'failed'; detail: string; nextAction?: string | undefined }
  | { phase: 'completed'; redirectTo: string }

/**
 * Connecting, whoever pressed the button: an attempt of somebody else, or one whose answer was lost, is followed as
 * one's own is.
 */
export function useConnect(request: PropertyRequestDetails) {
  const queries = useQueryClient()
  const press = useMutation({
    mutationFn: (body: ConnectInput) =>
      call<ConnectionResult>({ method: 'POST', path: '/api/integrations/booking/connect', body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['request', request.id] }),
  })
  const { data = request } = useQuery({
    ...requestQuery(request.id),
    refetchInterval: ({ state }) =>
      press.isPending || state.data?.attempt?.status === 'running' ? runningMs : restingMs,
  })
  const isRunning = data.attempt?.status === 'running'
  // Seen running by this dialog: only then is the end of an attempt news.
  const wasRunning = useRef(isRunning)
  if (isRunning || press.isPending) wasRunning.current = true
  useEffect(() => {
    if (press.isSuccess || data.status === 'completed') {
      for (const queryKey of [['requests'], ['requests-of'], ['channels']])
        void queries.invalidateQueries({ queryKey })
    }
  }, [press.isSuccess, data.status, queries])
  return { press, details: data, state: stateOf() }

  function stateOf(): ConnectState {
    if (press.isSuccess) return { phase: 'completed', redirectTo: press.data.redirectTo }
    if (press.isPending || isRunning) return { phase: 'running' }
    const { attempt, channel } = data
    if (wasRunning.current && attempt?.status === 'completed' && channel?.status === 'active')
      return { phase: 'completed', redirectTo: mappingPath(data.propertyId, channel.id) }
    if (press.isError && !isOvertaken(press.error)) return { phase: 'failed', ...reasonOf(press.error) }
    if (wasRunning.current && attempt?.rejection) return { phase: 'failed', ...attempt.rejection }
    return press.isError ? { phase: 'failed', ...reasonOf(press.error) } : { phase: 'idle' }
  }
}

const mappingPath = (propertyId: string, channelId: string): string =>
  `/properties/${encodeURIComponent(propertyId)}/channels/${encodeURIComponent(channelId)}/mapping`

/** The answer says nothing of how it ended: what the attempt came to does. */
const isOvertaken = (error: unknown): boolean =>
  isCode(error, 'connection-in-progress', 'offline', 'malformed')

const reasonOf = (error: unknown): { detail: string; nextAction?: string | undefined } =>
  error instanceof ApiError
    ? {
        detail: [error.failure.detail, ...error.failure.errors.map(({ message }) => message)].join(' '),
        nextAction: error.failure.nextAction,
      }
    : { detail: String(error) }
