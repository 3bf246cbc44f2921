import {
  ActionIcon,
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertSwitches } from '../alerts/alert-switches.tsx'
import { Alerts } from '../alerts/alerts.tsx'
import { useEntries } from '../outbox/use-outbox.tsx'
import { GlobalKeys } from '../palette/global-keys.tsx'
import { isStaffRole, type SessionUser, session } from '../session/session.ts'
import { LazyPart } from '../ui/lazy-part.tsx'
import { setLetterKeys, useLetterKeys } from '../ui/letter-keys.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

const schemes = ['light', 'dark', 'auto'] as const

/** Who is signed in, the colours they like, and the way out. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const waiting = useEntries().length
  const hasKeys = useLetterKeys()
  const isStaff = isStaffRole(user.role)
  const [isAsking, setAsking] = useState(false)
  const leave = () => void session.leave()
  const askToLeave = () => (waiting > 0 ? setAsking(true) : leave())
  return (
    <>
      <Popover position="bottom-end" width={280} trapFocus returnFocus transitionProps={{ duration: 100 }}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('app.account', { name: user.name })}
          >
            <IconUserCircle size={24} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            <div>
              <Text fw={600}>{user.name}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {user.email}
              </Text>
            </div>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('app.colours')}
              value={colorScheme}
              onChange={value => {
                const scheme = schemes.find(known => known === value)
                if (scheme) setColorScheme(scheme)
              }}
              data={schemes.map(value => ({ value, label: t(`app.${value}`) }))}
            />
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('app.letterKeys')}
              value={hasKeys ? 'on' : 'off'}
              onChange={value => setLetterKeys(value === 'on')}
              data={(['on', 'off'] as const).map(value => ({ value, label: t(`app.letterKeysIs.${value}`) }))}
            />
            <Text size="xs" c="dimmed">
              {t('app.letterKeysWhat')}
            </Text>
            {isStaff && <AlertSwitches />}
            <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={askToLeave}>
              {t('app.signOut')}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isStaff && <Alerts />}
      <GlobalKeys onLeave={askToLeave} />
      {isAsking && (
        <LazyPart>
          <ConfirmDialog
            title={t('outbox.leaveTitle', { count: waiting })}
            text={t('outbox.leaveWhat')}
            confirm={t('app.signOut')}
            onConfirm={leave}
            onClose={() => setAsking(false)}
          />
        </LazyPart>
      )}
    </>
  )
}
