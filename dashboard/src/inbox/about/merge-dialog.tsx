import '../../i18n/many-threads.ts'
import { Button, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { useState } from 'react'
import type { ThreadDetails } from '../../live/message.ts'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import type { Home } from '../finds/finds.ts'
import { ThreadChoice } from '../finds/thread-choice.tsx'
import { useMerging } from './use-merging.ts'

/** Chooses the thread of the same guest. */
export function MergeDialog({ thread, onClose }: { thread: ThreadDetails; onClose: () => void }) {
  const [home, setHome] = useState<Home>()
  const into = home && 'threadId' in home ? home.threadId : undefined
  const merge = useMerging(thread.threadId)
  return (
    <Dialog title={t('merging.ask')} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('merging.what')}</Text>
        <ThreadChoice
          home={home}
          onChoose={setHome}
          initial={thread.reachability.guest?.name ?? ''}
          except={thread.threadId}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            disabled={into === undefined}
            onClick={() => {
              if (into === undefined) return
              onClose()
              merge(into, true)
            }}
          >
            {t('merging.confirm')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
