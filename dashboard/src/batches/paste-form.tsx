import { mostPairs } from '@functions/lib/connection/batches/row-states.ts'
import { type OtaName, otaNames } from '@functions/lib/connection/otas.ts'
import { Button, FileButton, Group, NativeSelect, Stack, Table, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from 'i18next'
import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { post } from '../api/client.ts'
import { otaOptions } from '../connection/ota.ts'
import { batchPath } from '../paths.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { failureToast } from '../ui/failure-notice.tsx'
import { Heads } from '../ui/heads.tsx'
import { toast } from '../ui/toasts.tsx'
import { batchesApi } from './api.ts'
import { type Pasted, readPairs } from './pairs.ts'

/** Another text is another batch; the same one pressed twice is one. */
const draftOf = (text: string) => ({ text, batchId: crypto.randomUUID() })

export function PasteForm() {
  const go = useNavigate()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(''))
  const [ota, setOta] = useState<OtaName | undefined>(otaNames[0])
  const text = useDeferredValue(draft.text)
  const pasted = useMemo(() => readPairs(text), [text])
  const count = pasted.pairs.length
  const isTooMuch = count > mostPairs
  const send = useMutation({
    mutationFn: () => {
      const { pairs } = readPairs(draft.text)
      const body = { batchId: draft.batchId, ota, pairs }
      return post<{ batchId: string }>(batchesApi, body)
    },
    onSuccess: ({ batchId }) => {
      void queries.invalidateQueries({ queryKey: ['batches'] })
      void go(batchPath(batchId))
    },
    onError: failureToast,
  })
  const read = async (file: File | null) => {
    if (!file) return
    try {
      setDraft(draftOf(await file.text()))
    } catch {
      toast(t('batches.fileFailed'), 'failure')
    }
  }
  return (
    <Stack gap="sm">
      {otaNames.length > 1 && (
        <NativeSelect
          label={t('batches.ota')}
          value={ota}
          onChange={({ currentTarget: { value } }) => setOta(otaNames.find(one => one === value) ?? ota)}
          data={otaOptions}
        />
      )}
      <Textarea
        label={t('batches.pairs')}
        description={t('batches.pairsHint')}
        rows={8}
        value={draft.text}
        onChange={event => setDraft(draftOf(event.currentTarget.value))}
        styles={{ input: { fontFamily: 'monospace', whiteSpace: 'pre', overflow: 'auto' } }}
      />
      <Understood pasted={pasted} />
      <Group gap="sm">
        <BusyButton isBusy={send.isPending} disabled={count === 0 || isTooMuch} onClick={() => send.mutate()}>
          {t('batches.test')}
        </BusyButton>
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={file => void read(file)}>
          {props => (
            <Button variant="default" {...props}>
              {t('batches.file')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  )
}

/** Maximum of pairs shown before they are sent. */
const shown = 5
/** Maximum of unreadable lines that are named. */
const named = 10

function Understood({ pasted: { pairs, hasHead, others } }: { pasted: Pasted }) {
  const count = pairs.length
  return (
    <>
      <Text size="sm" role="status">
        {t('batches.understood', { count })}
        {hasHead && ` ${t('batches.head')}`}
        {others.length > 0 &&
          ` ${t('batches.notUnderstood', { count: others.length, lines: others.slice(0, named).join(', ') + (others.length > named ? ', …' : '') })}`}
        {count > mostPairs && ` ${t('batches.tooMany', { most: mostPairs })}`}
      </Text>
      {count > 0 && (
        <Table aria-label={t('batches.preview')} layout="fixed">
          <Heads of={[t('batches.property'), t('batches.hotelId')]} />
          <Table.Tbody>
            {pairs.slice(0, shown).map(({ propertyId, hotelId }, at) => (
              // The same pair may stand there twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
              <Table.Tr key={at}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{propertyId}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{hotelId}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {count > shown && (
        <Text size="sm" c="dimmed">
          {t('batches.andMore', { count: count - shown })}
        </Text>
      )}
    </>
  )
}
