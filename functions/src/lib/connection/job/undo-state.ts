import type { JobState } from '../steps/order.ts'

const effects: Record<string, (state: JobState) => boolean> = {
  charge: ({ subscriptionId }) => typeof subscriptionId === 'string',
  'create-channel': ({ channelIsOurs }) => channelIsOurs === true,
  activate: ({ channelWasActive }) => channelWasActive !== true,
}

interface Ending {
  status?: string | undefined
  undo?: string | undefined
  failure?: object | undefined
  state: JobState
}

export function undoOf(
  step: string,
  { status, undo, failure, state }: Ending,
): 'pending' | 'done' | undefined {
  const isFailed = status === 'rejected' || (status === 'running' && failure !== undefined)
  if (!isFailed || !effects[step]?.(state)) return undefined
  return status === 'rejected' && undo !== 'pending' ? 'done' : 'pending'
}
