import '../../i18n/many-threads.ts'
import { isNarrowed } from '@functions/lib/chat/desk/list-address.ts'
import { Button } from '@mantine/core'
import { IconBookmark, IconBookmarkOff } from '@tabler/icons-react'
import { t } from 'i18next'
import { lazy, useState } from 'react'
import { failureToast } from '../../ui/failure-notice.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useListAddress } from './use-list-address.ts'
import { useSavedViews, useSaveViews } from './use-saved-views.ts'

const SaveViewDialog = lazy(async () => ({
  default: (await import('./save-view-dialog.tsx')).SaveViewDialog,
}))

/** Keeps a narrowed list under a name; takes away one that is kept. */
export function SaveView() {
  const { filter, query } = useListAddress()
  const { data: saved } = useSavedViews()
  const save = useSaveViews()
  const [isAsking, setAsking] = useState(false)
  const fail = { onError: failureToast }
  if (!saved || !isNarrowed(filter)) return null
  const own = saved.find(one => one.query === query)
  const remove = (name: string) => {
    const isOther = (one: { name: string }) => one.name !== name
    const back = () => save.mutate(views => [...views.filter(isOther), { name, query }], fail)
    save.mutate(views => views.filter(isOther), {
      ...fail,
      onSuccess: () => void toast(t('lists.deleted', { name }), 'info', { label: t('desk.undo'), run: back }),
    })
  }
  return (
    <>
      {own ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconBookmarkOff size={14} aria-hidden />}
          disabled={save.isPending}
          onClick={() => remove(own.name)}
        >
          {t('lists.delete')}
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('lists.save')}
        </Button>
      )}
      {isAsking && (
        <LazyPart>
          <SaveViewDialog query={query} onClose={() => setAsking(false)} />
        </LazyPart>
      )}
    </>
  )
}
