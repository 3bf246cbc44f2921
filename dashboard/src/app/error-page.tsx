import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useRouteError } from 'react-router'
import { Notice } from '../ui/notice.tsx'

/** What is shown instead of a page that threw, or that does not exist. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  if (error === undefined) {
    return (
      <Notice
        title={t('app.notFound')}
        action={
          <Button component={Link} to="/inbox">
            {t('app.toInbox')}
          </Button>
        }
      />
    )
  }
  return (
    <Notice
      main
      title={t('app.crashed')}
      text={t('app.crashedWhat')}
      action={<Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
    />
  )
}
