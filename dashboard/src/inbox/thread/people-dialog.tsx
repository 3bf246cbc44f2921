import { Badge, Button, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import type { MessagePage, ThreadDetails } from '../../live/message.ts'
import { useParticipants } from '../../live/use-thread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { failureToast } from '../../ui/failure-notice.tsx'
import classes from './people-dialog.module.css'

interface PeopleDialogProps {
  thread: ThreadDetails
  authors: MessagePage['authors']
  onClose: () => void
}

/** Participants of a thread, also those who joined by posting or were removed. */
export function PeopleDialog({ thread, authors, onClose }: PeopleDialogProps) {
  const change = useParticipants(thread.threadId)
  const { participantIds, selfJoinedIds = [], removedIds = [] } = thread
  const isRemoved = (id: string) => removedIds.includes(id)
  const isStranger = (id: string) => selfJoinedIds.includes(id) && !isRemoved(id)
  const press = (userId: string, isAdded: boolean) => () =>
    change.mutate({ userId, isAdded }, { onError: failureToast })
  return (
    <Dialog title={t('thread.people')} onClose={onClose}>
      <Stack component="ul" gap="xs" className={classes.people ?? ''}>
        {[...new Set([...participantIds, ...removedIds])].map(id => (
          <li key={id} className={classes.person} data-person={id}>
            <Text size="sm" className={classes.name ?? ''}>
              {authors[id]?.name ?? id}
            </Text>
            {isStranger(id) && <Badge color="red">{t('thread.strangerBadge')}</Badge>}
            {isRemoved(id) && <Badge variant="default">{t('thread.removedBadge')}</Badge>}
            {(isStranger(id) || isRemoved(id)) && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={change.isPending}
                onClick={press(id, true)}
              >
                {t('thread.addPerson')}
              </Button>
            )}
            {!isRemoved(id) && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={change.isPending}
                onClick={press(id, false)}
              >
                {t('thread.removePerson')}
              </Button>
            )}
          </li>
        ))}
      </Stack>
    </Dialog>
  )
}
