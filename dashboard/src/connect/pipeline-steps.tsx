import { Loader, Text, VisuallyHidden } from '@mantine/core'
import { useThrottledValue } from '@mantine/hooks'
import { IconArrowBackUp, IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { t } from 'i18next'
import type { PropertyRequestDetails } from '../connection/api.ts'
import classes from './pipeline-steps.module.css'

export type Attempt = Pick<NonNullable<PropertyRequestDetails['attempt']>, 'status' | 'currentStep' | 'steps'>

/** The steps in their order. */
const names = [
  'test-connection',
  'charge',
  'read',
  'map',
  'create-channel',
  'align-rates',
  'check-readiness',
  'activate',
] as const

const marks = {
  waiting: IconCircle,
  running: Loader,
  done: IconCircleCheck,
  failed: IconCircleX,
  undoing: IconArrowBackUp,
  undone: IconArrowBackUp,
}

type State = keyof typeof marks

/** The state of each step: a step without a record has passed if a later one has. */
function statesOf({ status, currentStep, steps }: Attempt): State[] {
  const order: readonly string[] = names
  const statuses = new Map(steps.map(step => [step.name, step.status]))
  const undone = new Map(steps.map(step => [step.name, step.undo]))
  const last = names.findLastIndex(name => statuses.has(name))
  const at = order.indexOf(currentStep ?? '')
  return names.map((name, position) => {
    if (statuses.get(name) === 'failed') return 'failed'
    const undo = undone.get(name)
    if (undo) return undo === 'done' ? 'undone' : 'undoing'
    if (status === 'completed' || statuses.get(name) === 'done') return 'done'
    if (status === 'running' && position === at) return 'running'
    if (position < Math.max(last, at)) return 'done'
    return status !== 'running' && statuses.get(name) === 'started' ? 'failed' : 'waiting'
  })
}

/** Milliseconds between two steps that are read out: the steps between passed too quickly to be listened to. */
const spokenMs = 4_000

export function PipelineSteps({ attempt }: { attempt: Attempt }) {
  const states = statesOf(attempt)
  const running = names[states.indexOf('running')]
  const spoken = useThrottledValue(running, spokenMs)
  return (
    <>
      <VisuallyHidden role="status">{spoken && t(`connect.steps.${spoken}`)}</VisuallyHidden>
      <ol className={classes.steps}>
        {names.map((name, position) => {
          const state = states[position] ?? 'waiting'
          const Mark = marks[state]
          return (
            <li key={name} data-step={name} data-state={state}>
              <Mark size={20} aria-hidden />
              <Text size="sm" component="span" {...(state === 'waiting' && { c: 'dimmed' })}>
                {t(`connect.steps.${name}`)}
              </Text>
              <Text size="xs" component="span" c="dimmed">
                {t(`connect.states.${state}`)}
              </Text>
            </li>
          )
        })}
      </ol>
    </>
  )
}
