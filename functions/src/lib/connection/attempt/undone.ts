import type { AttemptState } from './facts.ts'

/** What each step with an effect has done that is taken back when its attempt fails. */
const effects: Record<string, (state: AttemptState) => boolean> = {
  charge: ({ subscriptionId }) => typeof subscriptionId === 'string',
  'create-channel': ({ channelIsOurs }) => channelIsOurs === true,
  activate: ({ channelWasActive }) => channelWasActive !== true,
}

interface Ending {
  status?: string | undefined
  undo?: string | undefined
  failure?: object | undefined
  state: AttemptState
}

/** How far the taking back of what a finished step did has come; undefined where nothing is taken back. Pure. */
export function undoOf(
  step: string,
  { status, undo, failure, state }: Ending,
): 'pending' | 'done' | undefined {
  const isFailed = status === 'rejected' || (status === 'running' && failure !== undefined)
  if (!isFailed || !effects[step]?.(state)) return undefined
  return status === 'rejected' && undo !== 'pending' ? 'done' : 'pending'
}
