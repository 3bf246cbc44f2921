import { Button } from '@mantine/core'
import { t } from 'i18next'
import { Link } from 'react-router'
import { Notice } from '../ui/notice.tsx'

export function NotFound() {
  return (
    <Notice
      title={t('app.notFound')}
      heading={1}
      action={
        <Button component={Link} to="/inbox">
          {t('app.toInbox')}
        </Button>
      }
    />
  )
}

/** A notice in place of a page that threw or could not be loaded. */
export function Crashed() {
  return (
    <Notice
      title={t('app.crashed')}
      text={t('app.crashedWhat')}
      heading={1}
      action={<Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
    />
  )
}
