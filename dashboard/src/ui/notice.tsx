import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface NoticeProps {
  title: string
  text?: string | undefined
  icon?: ReactNode
  action?: ReactNode
  /** It is the whole page. */
  main?: boolean
  heading?: 1 | 2
}

/** A quiet page or place with nothing in it, and what to do about it. */
export function Notice({ title, text, icon, action, main = false, heading = main ? 1 : 2 }: NoticeProps) {
  return (
    <Stack
      component={main ? 'main' : 'div'}
      align="center"
      justify="center"
      gap="sm"
      p="xl"
      mih={200}
      m="auto"
      h={main ? '100%' : undefined}
      ta="center"
    >
      {icon}
      <Title order={heading} size="h4">
        {title}
      </Title>
      {text && <Text c="dimmed">{text}</Text>}
      {action}
    </Stack>
  )
}
