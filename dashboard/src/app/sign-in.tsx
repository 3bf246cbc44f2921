import '@mantine/core/styles/PasswordInput.css'
import {
  Alert,
  Button,
  Card,
  Center,
  Divider,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { t } from 'i18next'
import { type FormEvent, useState } from 'react'
import type { LocalStack } from '../session/config.ts'
import { isLetIn, session } from '../session/session.ts'
import { useLocal } from '../session/use-local.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { Mark } from './mark.tsx'

type FailureKey = 'wrong' | 'tooMany' | 'offline' | 'other'

const failures: Record<string, FailureKey> = {
  'auth/invalid-credential': 'wrong',
  'auth/invalid-email': 'wrong',
  'auth/user-not-found': 'wrong',
  'auth/wrong-password': 'wrong',
  'auth/too-many-requests': 'tooMany',
  'auth/network-request-failed': 'offline',
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)

/** Closing Google's window is a change of mind, no failure. */
const isChangeOfMind = (code: string): boolean => /popup-closed|cancelled-popup/.test(code)

export function SignIn({ expired }: { expired: boolean }) {
  usePageTitle(t('signIn.title'))
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const local = useLocal()
  const enter = async (how: () => Promise<void>) => {
    setBusy(true)
    setFailed('')
    await how().catch((error: unknown) => {
      const code = codeOf(error)
      if (!isChangeOfMind(code)) setFailed(t(`signIn.failure.${failures[code] ?? 'other'}`, { code }))
    })
    setBusy(false)
  }
  // Nothing is shown that would be pushed down a moment later.
  if (local === undefined) return null
  return (
    <Center component="main" mih="100%" p="md">
      <Card withBorder w="100%" maw={400} padding="lg">
        <Stack>
          <Group gap="xs">
            <Mark />
            <Text fw={700}>{t('app.name')}</Text>
          </Group>
          <Title order={1} size="h2">
            {t('signIn.title')}
          </Title>
          {expired && <Alert color="blue" variant="outline" title={t('signIn.expired')} />}
          <div role="alert">{failed && <Alert color="red" variant="outline" title={failed} />}</div>
          {local && <LocalUsers users={local.users} busy={busy} onEnter={enter} />}
          <PasswordForm busy={busy} onEnter={enter} />
          <Divider label={t('signIn.or')} />
          <Button variant="default" disabled={busy} onClick={() => void enter(session.withGoogle)}>
            {t('signIn.google')}
          </Button>
        </Stack>
      </Card>
    </Center>
  )
}

interface EntryProps {
  busy: boolean
  onEnter: (how: () => Promise<void>) => Promise<void>
}

function PasswordForm({ busy, onEnter }: EntryProps) {
  const [missing, setMissing] = useState({ email: false, password: false })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [email, password] = [String(fields.get('email')).trim(), String(fields.get('password'))]
    setMissing({ email: email === '', password: password === '' })
    if (email && password) void onEnter(() => session.withPassword(email, password))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          name="email"
          type="email"
          label={t('signIn.email')}
          autoComplete="username"
          error={missing.email && t('signIn.needEmail')}
        />
        <PasswordInput
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          error={missing.password && t('signIn.needPassword')}
        />
        <Button type="submit" loading={busy}>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}

const roles = ['operations', 'support', 'service', 'landlord'] as const

function LocalUsers({ users, busy, onEnter }: EntryProps & { users: LocalStack['users'] }) {
  return (
    <Stack component="section" gap="xs" aria-label={t('signIn.local')}>
      {[true, false].map(isLet => (
        <Stack key={String(isLet)} gap="xs">
          <Title order={2} size="h6">
            {t(isLet ? 'signIn.local' : 'signIn.localRefused')}
          </Title>
          {users
            .filter(({ role }) => isLetIn(role) === isLet)
            .map(({ name, email, role, password }) => (
              <Button
                key={email}
                variant={isLet ? 'light' : 'default'}
                justify="space-between"
                disabled={busy}
                rightSection={t(`signIn.roles.${roles.find(candidate => candidate === role) ?? 'none'}`)}
                onClick={() => void onEnter(() => session.withPassword(email, password))}
              >
                {name}
              </Button>
            ))}
        </Stack>
      ))}
      <Divider label={t('signIn.or')} mt="xs" />
    </Stack>
  )
}
