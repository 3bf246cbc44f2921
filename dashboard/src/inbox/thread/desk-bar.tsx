import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconHandGrab,
  IconHourglass,
  IconInbox,
  IconMoon,
  IconUserShare,
  type TablerIcon,
} from '@tabler/icons-react'
import { t } from 'i18next'
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import type { Cause } from '../../live/causes.ts'
import { closings, type Desk } from '../../live/desk.ts'
import { useOwnerName, useStaff } from '../../live/use-staff.ts'
import { useUser } from '../../session/session.ts'
import { useLetterKeys } from '../../ui/letter-keys.ts'
import { shortTime } from '../../ui/time.tsx'
import { undoLast } from '../../ui/undo.ts'
import { Called } from '../desk/called.tsx'
import { Choice } from '../desk/choice.tsx'
import { Deadline } from '../desk/deadline.tsx'
import { DeskState } from '../desk/desk-state.tsx'
import { useDeskActs } from '../desk/use-desk.ts'
import { useDeskChoices } from '../desk/use-desk-choices.ts'
import classes from './desk-bar.module.css'
import { type PaneKeys, usePaneKeys } from './use-pane-keys.ts'

interface DeskBarProps {
  threadId: string
  desk: Desk
  pane: RefObject<HTMLElement | null>
  called: readonly Cause[]
  /** When the chatapp window closes. */
  closesAt: string | null
}

type Asking = 'owner' | 'reason' | 'snooze'

/** Each change is one press, or one key. */
export function DeskBar({ threadId, desk, pane, called, closesAt }: DeskBarProps) {
  const ownerName = useOwnerName()
  const [asking, setAsking] = useState<Asking>()
  const close = useCallback(() => setAsking(undefined), [])
  const acts = useActs(threadId, desk, setAsking)
  const keys = Object.fromEntries(acts.map(({ key, run }) => [key, run]))
  const write = () => pane.current?.querySelector('textarea')?.focus()
  usePaneKeys(pane, { ...keys, z: undoLast, r: write }, asking !== undefined)
  return (
    <section className={classes.bar} aria-label={t('desk.title')}>
      <span className={classes.facts}>
        <Deadline desk={desk} />
        <DeskState desk={desk} />
        <span className={classes.owner}>
          {desk.ownerId === null ? t('desk.noOwner') : t('desk.ownedBy', { name: ownerName(desk.ownerId) })}
        </span>
        <Called causes={called} closesAt={closesAt} />
      </span>
      <ActBar acts={acts} />
      {asking && <DeskQuestion asking={asking} threadId={threadId} desk={desk} onClose={close} />}
    </section>
  )
}

/** One stop of the Tab key; arrows go from button to button. */
function ActBar({ acts }: { acts: DeskAct[] }) {
  const [stop, setStop] = useState<DeskAct['name']>('take')
  const hasKeys = useLetterKeys()
  const at = Math.max(
    0,
    acts.findIndex(({ name }) => name === stop),
  )
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    const next = step === undefined ? undefined : (at + step + acts.length) % acts.length
    if (next !== undefined) currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('desk.toolbar')}
      className={classes.acts}
      onKeyDown={onKeyDown}
      data-testid="desk-acts"
    >
      {acts.map(({ name, key, Icon, run }, index) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          className={classes.act ?? ''}
          leftSection={<Icon size={16} aria-hidden />}
          title={
            hasKeys
              ? t('desk.withKey', { act: t(`desk.acts.${name}`), key: key.toUpperCase() })
              : t(`desk.acts.${name}`)
          }
          aria-label={t(`desk.acts.${name}`)}
          {...(hasKeys && { 'aria-keyshortcuts': key })}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setStop(name)}
          onClick={run}
        >
          <span className={classes.label}>{t(`desk.acts.${name}`)}</span>
        </Button>
      ))}
    </div>
  )
}

interface DeskAct {
  name: 'take' | 'give' | 'queue' | 'done' | 'snooze' | 'waiting' | 'open'
  key: keyof PaneKeys
  Icon: TablerIcon
  run: () => void
}

function useActs(threadId: string, desk: Desk, ask: (what: Asking) => void): DeskAct[] {
  const { uid } = useUser()
  const act = useDeskActs(threadId)
  const { ownerId, state, unansweredSince } = desk
  const isMine = ownerId === uid
  const done = () => (unansweredSince === null ? act({ state: 'done' }, t('desk.told.done')) : ask('reason'))
  const all: (DeskAct | false)[] = [
    !isMine && {
      name: 'take',
      key: 't',
      Icon: IconHandGrab,
      run: () => act({ ownerId: uid }, t('desk.told.take')),
    },
    { name: 'give', key: 'g', Icon: IconUserShare, run: () => ask('owner') },
    ownerId !== null && {
      name: 'queue',
      key: 'q',
      Icon: IconInbox,
      run: () => act({ ownerId: null }, t('desk.told.queue')),
    },
    state !== 'done' && { name: 'done', key: 'e', Icon: IconCheck, run: done },
    { name: 'snooze', key: 's', Icon: IconMoon, run: () => ask('snooze') },
    state === 'open' && {
      name: 'waiting',
      key: 'w',
      Icon: IconHourglass,
      run: () => act({ state: 'waiting' }, t('desk.told.waiting')),
    },
    state !== 'open' && {
      name: 'open',
      key: 'o',
      Icon: IconArrowBackUp,
      run: () => act({ state: 'open' }, t('desk.told.open')),
    },
  ]
  return all.filter(one => one !== false)
}

interface DeskQuestionProps {
  asking: Asking
  threadId: string
  desk: Desk
  onClose: () => void
}

/** The press needs an owner, a reason or a time. */
function DeskQuestion({ asking, threadId, desk, onClose }: DeskQuestionProps) {
  const act = useDeskActs(threadId)
  const { uid } = useUser()
  const { data: staff } = useStaff()
  const choices = {
    owner: (staff ?? [])
      .filter(({ userId }) => userId !== desk.ownerId && userId !== uid)
      .map(({ userId, name }) => ({ key: userId, label: name ?? userId })),
    ...useDeskChoices(),
  }[asking]
  const choose = (key: string) => {
    const reason = closings.find(closing => closing === key)
    if (asking === 'owner') {
      const name = choices.find(choice => choice.key === key)?.label ?? key
      act({ ownerId: key }, t('desk.told.give', { name }))
    } else if (asking === 'snooze') {
      act({ state: 'snoozed', until: key }, t('desk.told.snooze', { time: shortTime(new Date(key)) }))
    } else if (reason) act({ state: 'done', reason }, t('desk.told.done'))
  }
  return (
    <Choice
      title={t(`desk.ask.${asking}`)}
      {...(asking === 'reason' && { text: t('desk.ask.reasonWhat') })}
      {...(asking === 'owner' && staff && choices.length === 0 && { text: t('desk.ask.nobody') })}
      choices={choices}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
