import { Button, Stack, Text } from '@mantine/core'
import { t } from 'i18next'
import { useState } from 'react'
import type { Home } from '../inbox/finds/finds.ts'
import { ThreadChoice } from '../inbox/finds/thread-choice.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import type { TriageEntry } from './triage.ts'
import { useAssign } from './use-triage.ts'

export function AssignDialog({ entry, onClose }: { entry: TriageEntry; onClose: () => void }) {
  const [home, setHome] = useState<Home>()
  const assign = useAssign(entry.id, onClose)
  return (
    <Dialog title={t('triage.assignTitle', { from: entry.profileName ?? entry.from })} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {t(entry.reason === 'several-landlords' ? 'triage.assignOne' : 'triage.assignWhat')}
        </Text>
        <ThreadChoice home={home} onChoose={setHome} hasStays />
        <DialogFoot onCancel={onClose}>
          <Button
            disabled={home === undefined}
            loading={assign.isPending}
            onClick={() => home && assign.mutate(home)}
          >
            {t('triage.confirm')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
