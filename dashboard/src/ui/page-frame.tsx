import { Container, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

/** The one width and left edge of every page but the inbox. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <Container size="xl" py="md" data-page-frame>
      {children}
    </Container>
  )
}

interface HeadedPageProps {
  title: string
  what?: string
  /** The way back. */
  above?: ReactNode
  children: ReactNode
}

/** A page with a head, which is the title of the browser's tab as well. */
export function HeadedPage({ title, what, above, children }: HeadedPageProps) {
  usePageTitle(title)
  return (
    <PageFrame>
      {above}
      <Title order={1} size="h3" {...(!what && { mb: 'md' })}>
        {title}
      </Title>
      {what && (
        <Text c="dimmed" size="sm" mb="md">
          {what}
        </Text>
      )}
      {children}
    </PageFrame>
  )
}
