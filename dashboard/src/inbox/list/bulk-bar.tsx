import '@mantine/core/styles/Progress.css'
import '../../i18n/many-threads.ts'
import { Alert, Button, Progress, Text } from '@mantine/core'
import {
  IconCheck,
  IconMailOpened,
  IconMoon,
  IconStar,
  IconUserShare,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { t } from 'i18next'
import { useRef, useState } from 'react'
import { closings, type Desk, type DeskChange } from '../../live/desk.ts'
import { useStaff } from '../../live/use-staff.ts'
import { useUser } from '../../session/session.ts'
import { shortTime } from '../../ui/time.tsx'
import { Choice } from '../desk/choice.tsx'
import { useDeskChoices } from '../desk/use-desk-choices.ts'
import classes from './bulk-bar.module.css'
import { mostPicked } from './picked.ts'
import { useSelection } from './selection.tsx'
import { type Attempt, type Failed, useBulk } from './use-bulk.ts'

type Asking = 'owner' | 'reason' | 'snooze'

/** The acts on the chosen threads, their progress and their failures. */
export function BulkBar() {
  const { ids, entries, only } = useSelection()
  const { progress, failed, run, forget } = useBulk()
  const [asking, setAsking] = useState<Asking>()
  const clear = () => {
    focusList()
    only([])
  }
  const start = (attempt: Attempt) => {
    focusList()
    void run(attempt)
  }
  const again = (attempt: Failed) => {
    look()
    focusList()
    void run(attempt, new Set(attempt.reasons.map(({ threadId }) => threadId)))
  }
  const chosen = () => entries.current.filter(({ threadId }) => ids.has(threadId))
  /** Time of the newest message shown of each thread, before a dialog hides later ones. */
  const newestTimes = useRef(new Map<string, number | null>())
  const look = () => {
    newestTimes.current = new Map(chosen().map(({ threadId, record }) => [threadId, record.updatedAt]))
  }
  const close = () => {
    look()
    if (chosen().some(({ desk }) => desk?.unansweredSince !== null)) setAsking('reason')
    else start(closing(undefined))
  }
  const closing = (reason: (typeof closings)[number] | undefined): Attempt => ({
    act: {
      kind: 'desk',
      changeOf: (desk, threadId) => closeOf(desk, reason, newestTimes.current.get(threadId)),
    },
    summary: count => t('bulk.told.done', { count }),
  })
  const important = () => {
    const important = chosen().some(one => !one.important)
    const key = important ? 'important' : 'unimportant'
    start({ act: { kind: 'important', important }, summary: count => t(`bulk.told.${key}`, { count }) })
  }
  const read = () => start({ act: { kind: 'read' }, summary: count => t('bulk.told.read', { count }) })
  const acts: [name: 'give' | 'close' | 'snooze' | 'read' | 'important' | 'clear', TablerIcon, () => void][] =
    [
      ['give', IconUserShare, () => setAsking('owner')],
      ['close', IconCheck, close],
      ['snooze', IconMoon, () => setAsking('snooze')],
      ['read', IconMailOpened, read],
      ['important', IconStar, important],
      ['clear', IconX, clear],
    ]
  return (
    <section aria-label={t('bulk.title')} className={classes.bar}>
      <Text size="sm" fw={600} role="status">
        {progress
          ? t('bulk.progress', { done: progress.done, count: progress.all })
          : t('bulk.chosen', { count: ids.size })}
        {ids.size === mostPicked && ` ${t('bulk.full')}`}
      </Text>
      {progress ? (
        <Progress value={(100 * progress.done) / Math.max(1, progress.all)} aria-label={t('bulk.running')} />
      ) : (
        <div className={classes.acts}>
          {acts.map(([name, Icon, press]) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              leftSection={<Icon size={14} aria-hidden />}
              onClick={press}
            >
              {t(`bulk.acts.${name}`)}
            </Button>
          ))}
        </div>
      )}
      {failed && !progress && <Failures failed={failed} onRetry={() => again(failed)} onClose={forget} />}
      {asking && (
        <BulkQuestion
          asking={asking}
          closing={closing}
          onStart={start}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

/** Undefined where nothing is left to be done. */
const closeOf = (
  desk: Desk,
  reason: (typeof closings)[number] | undefined,
  seenUntil: number | null | undefined,
): DeskChange | undefined => {
  const horizon = seenUntil && { seenUntil: new Date(seenUntil).toISOString() }
  if (desk.unansweredSince !== null) return { state: 'done', ...(reason && { reason }), ...horizon }
  return desk.state === 'done' ? undefined : { state: 'done' }
}

/** The buttons go while it is worked on, and with the last thread that is chosen. */
function focusList(): void {
  document.querySelector<HTMLElement>('[data-testid="threads"] a[tabindex="0"]')?.focus()
}

interface FailuresProps {
  failed: Failed
  onRetry: () => void
  onClose: () => void
}

function Failures({ failed: { reasons }, onRetry, onClose }: FailuresProps) {
  return (
    <Alert
      color="red"
      variant="outline"
      p="xs"
      role="alert"
      title={t('bulk.failed', { count: reasons.length })}
    >
      <ul className={classes.reasons}>
        {reasons.map(({ threadId, title, reason }) => (
          <li key={threadId}>{t('bulk.because', { title, reason })}</li>
        ))}
      </ul>
      <div className={classes.acts}>
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('bulk.retry')}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={onClose}>
          {t('app.dismiss')}
        </Button>
      </div>
    </Alert>
  )
}

interface BulkQuestionProps {
  asking: Asking
  closing: (reason: (typeof closings)[number]) => Attempt
  onStart: (attempt: Attempt) => void
  onClose: () => void
}

const queue = ''

function BulkQuestion({ asking, closing, onStart, onClose }: BulkQuestionProps) {
  const { uid } = useUser()
  const { data: staff = [] } = useStaff()
  const choices = {
    owner: [
      { key: uid, label: t('people.you') },
      { key: queue, label: t('desk.acts.queue') },
      ...staff.flatMap(({ userId, name }) =>
        userId === uid ? [] : [{ key: userId, label: name ?? userId }],
      ),
    ],
    ...useDeskChoices(),
  }[asking]
  const give = (ownerId: string | null, name: string): Attempt => ({
    act: { kind: 'desk', changeOf: desk => (desk.ownerId === ownerId ? undefined : { ownerId }) },
    summary: count =>
      ownerId === null ? t('bulk.told.queue', { count }) : t('bulk.told.give', { count, name }),
  })
  const choose = (key: string) => {
    const reason = closings.find(one => one === key)
    if (asking === 'owner') {
      const label = choices.find(choice => choice.key === key)?.label ?? key
      onStart(give(key === queue ? null : key, key === uid ? t('bulk.you') : label))
    } else if (asking === 'snooze') {
      onStart({
        act: { kind: 'desk', changeOf: () => ({ state: 'snoozed', until: key }) },
        summary: count => t('bulk.told.snooze', { count, time: shortTime(new Date(key)) }),
      })
    } else if (reason) onStart(closing(reason))
  }
  return (
    <Choice
      title={t(`bulk.ask.${asking}`)}
      {...(asking === 'reason' && { text: t('bulk.ask.reasonWhat') })}
      choices={choices}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
