import '../i18n/palette.ts'
import { Text, TextInput, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { t } from 'i18next'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { otaLabel } from '../connection/ota.ts'
import { isFor, pages } from '../pages.ts'
import { channelPagePath, channelsPath, threadPath } from '../paths.ts'
import { useUser } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { setLetterKeys, useLetterKeys } from '../ui/letter-keys.ts'
import { Option } from '../ui/option.tsx'
import { titleOf } from '../ui/thread-title.ts'
import { matching } from './matching.ts'
import classes from './palette.module.css'
import { useMatches } from './use-matches.ts'

interface PaletteProps {
  onClose: () => void
  onKeys: () => void
  onLeave: () => void
}

interface Entry {
  id: string
  label: string
  group: (typeof groups)[number]
  run: () => void
}

const groups = ['pages', 'commands', 'threads', 'properties', 'channels'] as const
const mostOfGroup = 6

/** Pages, commands, threads, properties and their channels by their words, without the mouse. */
export function Palette({ onClose, onKeys, onLeave }: PaletteProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [markedId, setMarked] = useState<string>()
  const [isChosen, setChosen] = useState(false)
  const own = useOwn({ onKeys, onLeave })
  const found = useFoundEntries(text)
  const matches = matching(own, text)
  const all = groups.flatMap(group =>
    [...matches, ...found.entries].filter(entry => entry.group === group).slice(0, mostOfGroup),
  )
  // Later results move the mark to no other entry.
  const marked = Math.max(
    0,
    all.findIndex(({ id }) => id === markedId),
  )
  const idOf = (position: number) => `${listId}-${position}`
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const first = all[marked]
  const isReady = !found.isOld || (first !== undefined && matches.includes(first))
  useEffect(() => {
    if (!isChosen || !isReady) return
    setChosen(false)
    choose(first)
  })
  const move = (to: number) => {
    const next = (to + all.length) % Math.max(1, all.length)
    setMarked(all[next]?.id)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(marked + 1),
      ArrowUp: () => move(marked - 1),
      // Enter waits until the results fit the text.
      Enter: () => setChosen(true),
    }
    const run = event.nativeEvent.isComposing ? undefined : keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  return (
    <Dialog title={t('palette.title')} onClose={onClose} isToType>
      <TextInput
        data-autofocus
        aria-label={t('palette.label')}
        placeholder={t('palette.label')}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setMarked(undefined)
          setChosen(false)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(all.length > 0 && { 'aria-activedescendant': idOf(marked) })}
      />
      <VisuallyHidden role="status">{t('palette.found', { count: all.length })}</VisuallyHidden>
      {all.length === 0 && (
        <Text size="sm" mt="sm">
          {t('palette.none')}
        </Text>
      )}
      {found.isFailed && (
        <Text size="sm" mt="sm">
          {t('palette.failed')}
        </Text>
      )}
      <div role="listbox" id={listId} aria-label={t('palette.list')} className={classes.list}>
        {all.map((entry, position) => (
          <Option
            key={entry.id}
            id={idOf(position)}
            isMarked={position === marked}
            className={classes.entry}
            onPointerMove={() => setMarked(entry.id)}
            onChoose={() => choose(entry)}
          >
            <span className={classes.label}>{entry.label}</span>
            <span className={classes.group}>{t(`palette.groups.${entry.group}`)}</span>
          </Option>
        ))}
      </div>
    </Dialog>
  )
}

/** Entries that need no request. */
function useOwn({ onKeys, onLeave }: Pick<PaletteProps, 'onKeys' | 'onLeave'>): Entry[] {
  const user = useUser()
  const navigate = useNavigate()
  const hasLetters = useLetterKeys()
  const { setColorScheme } = useMantineColorScheme()
  const command = (id: string, label: string, run: () => void): Entry => ({
    id,
    label,
    group: 'commands',
    run,
  })
  return [
    ...pages
      .filter(page => isFor(page, user))
      .map(
        ({ to, key }): Entry => ({
          id: key,
          label: t(`app.${key}`),
          group: 'pages',
          run: () => void navigate(to),
        }),
      ),
    command('keys', t('palette.keys'), onKeys),
    command('light', t('palette.light'), () => setColorScheme('light')),
    command('dark', t('palette.dark'), () => setColorScheme('dark')),
    command('auto', t('palette.auto'), () => setColorScheme('auto')),
    command('letters', t(hasLetters ? 'palette.lettersOff' : 'palette.lettersOn'), () =>
      setLetterKeys(!hasLetters),
    ),
    command('sign-out', t('app.signOut'), onLeave),
  ]
}

function useFoundEntries(text: string): { entries: Entry[]; isFailed: boolean; isOld: boolean } {
  const navigate = useNavigate()
  const { role } = useUser()
  const { threads, properties, channels, isFailed, isOld } = useMatches(text)
  const pathOf = (propertyId: string) =>
    role === 'operations' ? channelsPath(propertyId) : `/inbox?property=${encodeURIComponent(propertyId)}`
  return {
    isFailed,
    isOld,
    entries: [
      ...threads.map(
        ({ threadId, guestName }): Entry => ({
          id: `thread-${threadId}`,
          label: titleOf(threadId, guestName),
          group: 'threads',
          run: () => void navigate(threadPath(threadId)),
        }),
      ),
      ...properties.map(
        ({ propertyId, name }): Entry => ({
          id: `property-${propertyId}`,
          label: name,
          group: 'properties',
          run: () => void navigate(pathOf(propertyId)),
        }),
      ),
      ...channels.map(
        ({ channelId, propertyId, name, ota }): Entry => ({
          id: `channel-${channelId}`,
          label: `${name} · ${otaLabel(ota)}`,
          group: 'channels',
          run: () => void navigate(channelPagePath(propertyId, channelId)),
        }),
      ),
    ],
  }
}
