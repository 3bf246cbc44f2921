import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
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
import { t } from 'i18next'
import { useLayoutEffect, useRef, useState } from 'react'
import { AlertSwitches } from '../alerts/alert-switches.tsx'
import { isStaffRole, type SessionUser } from '../session/session.ts'
import { setLetterKeys, useLetterKeys } from '../ui/letter-keys.ts'

const schemes = ['light', 'dark', 'auto'] as const

interface AccountMenuProps {
  user: SessionUser
  /** Whether its placeholder had the focus, and had been pressed. */
  isFocused: boolean
  isPressed: boolean
  onLeave: () => void
}

export function AccountMenu({ user, isFocused, isPressed, onLeave }: AccountMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isFocused || isPressed) target.current?.focus()
    if (isPressed) setOpen(true)
  }, [isFocused, isPressed])
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const hasKeys = useLetterKeys()
  const isStaff = isStaffRole(user.role)
  return (
    <Popover
      position="bottom-end"
      width={280}
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setOpen}
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('app.account', { name: user.name })}
          onClick={() => setOpen(now => !now)}
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
              const scheme = schemes.find(candidate => candidate === value)
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
          <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={onLeave}>
            {t('app.signOut')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
