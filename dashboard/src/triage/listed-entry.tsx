import { typeOf } from '@functions/lib/chat/channel-types.ts'
import { Badge, Button, Card, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from 'i18next'
import type { Home } from '../inbox/finds/finds.ts'
import { findsQuery, isFindable } from '../inbox/finds/finds.ts'
import { stayDays, stayText } from '../inbox/finds/server-finds.tsx'
import { BusyButton } from '../ui/busy-button.tsx'
import { Time } from '../ui/time.tsx'
import type { TriageEntry, TriageStatus } from './triage.ts'
import { type TriageAct, useAssign, useSort } from './use-triage.ts'

interface ListedEntryProps {
  entry: TriageEntry
  status: TriageStatus
  onReply: () => void
  onAssign: () => void
  /** The entry is about to leave the list. */
  onLeaving: () => void
}

/** Acts on a message beside giving it a thread. */
const acts = {
  open: ['dismiss', 'spam'],
  dismissed: ['restore'],
  spam: ['notSpam'],
} as const satisfies Record<TriageStatus, readonly TriageAct[]>

/** One message without a home. */
export function ListedEntry({ entry, status, onReply, onAssign, onLeaving }: ListedEntryProps) {
  const sort = useSort(entry.id, onLeaving)
  const { from, profileName, channel, reason, body, attachments, receivedAt } = entry
  return (
    <Card component="li" withBorder>
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {profileName ? t('triage.from', { name: profileName, from }) : from}
        </Text>
        <Text size="sm" c="dimmed">
          <Time at={receivedAt} />
        </Text>
      </Group>
      <Group gap="xs" my="xs">
        <Badge variant="default">{t(`thread.via.${typeOf(channel)}`)}</Badge>
        <Badge variant="default">{t(`triage.reasons.${reason}`)}</Badge>
        {attachments.length > 0 && (
          <Badge variant="default">{t('triage.files', { count: attachments.length })}</Badge>
        )}
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Text>
      <Candidates entry={entry} />
      {reason === 'no-thread' && <Openings entry={entry} />}
      <Group mt="sm" gap="xs">
        {status === 'open' && (
          <Button size="xs" onClick={onReply}>
            {t('triage.reply')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onAssign}>
          {t('triage.assign')}
        </Button>
        {acts[status].map(act => (
          <BusyButton
            key={act}
            size="xs"
            variant="subtle"
            isBusy={sort.isPending && sort.variables.act === act}
            onClick={() => sort.mutate({ act })}
          >
            {t(`triage.acts.${act}`)}
          </BusyButton>
        ))}
      </Group>
    </Card>
  )
}

/** The threads it may belong to, each one click away. */
function Candidates({ entry: { id, candidates = [] } }: { entry: TriageEntry }) {
  const assign = useAssign(id)
  return (
    <Homes
      label={t('triage.candidates')}
      homes={candidates.map(({ threadId, guestName, propertyName, ...stay }) => ({
        home: { threadId },
        text: [guestName ?? threadId, propertyName, stayDays(stay)].filter(part => part !== null).join(' · '),
        isBusy: assign.isPending && 'threadId' in assign.variables && assign.variables.threadId === threadId,
      }))}
      onChoose={assign.mutate}
    />
  )
}

/** A known guest who has a booking and no thread gets one by one press. */
function Openings({ entry: { id, from } }: { entry: TriageEntry }) {
  const assign = useAssign(id)
  const { data } = useQuery({ ...findsQuery(from), enabled: isFindable(from) })
  return (
    <Homes
      label={t('triage.openings')}
      homes={(data?.stays ?? []).map(stay => ({
        home: { reservationId: stay.reservationId },
        text: [stay.guestName ?? stay.reservationId, stayText(stay)].filter(Boolean).join(' · '),
        isBusy: assign.isPending,
      }))}
      onChoose={assign.mutate}
    />
  )
}

interface HomesProps {
  label: string
  homes: { home: Home; text: string; isBusy: boolean }[]
  onChoose: (home: Home) => void
}

function Homes({ label, homes, onChoose }: HomesProps) {
  if (homes.length === 0) return null
  return (
    <Group role="group" aria-label={label} gap="xs" mt="sm">
      <Text size="sm" fw={600} aria-hidden>
        {label}
      </Text>
      {homes.map(({ home, text, isBusy }) => (
        <BusyButton
          key={Object.values(home).join()}
          size="xs"
          variant="light"
          h="auto"
          py="xs"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          isBusy={isBusy}
          onClick={() => onChoose(home)}
        >
          {text}
        </BusyButton>
      ))}
    </Group>
  )
}
