import { Container } from '@mantine/core'
import type { ReactNode } from 'react'

/** The one width and left edge of every page but the inbox. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <Container size="xl" py="md" data-page-frame>
      {children}
    </Container>
  )
}
