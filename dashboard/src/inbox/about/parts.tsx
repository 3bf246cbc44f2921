import { Button, CopyButton, Group, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import type { ReactNode } from 'react'
import classes from './about-thread.module.css'

interface PartProps {
  title: string
  onEdit?: (() => void) | null | undefined
  children: ReactNode
}

export const Part = ({ title, onEdit, children }: PartProps) => (
  <section className={classes.part} aria-label={title}>
    <Group justify="space-between" gap="xs">
      <Title order={3} size="h6">
        {title}
      </Title>
      {onEdit && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('lists.is', { name: t('about.edit'), value: title })}
          onClick={onEdit}
        >
          {t('about.edit')}
        </Button>
      )}
    </Group>
    {children}
  </section>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <Text span size="xs" c="dimmed">
      {name}
    </Text>
    <span className={classes.value}>{children}</span>
  </div>
)

export const Copy = ({ value, of }: { value: string; of: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => {
      const text = t(copied ? 'about.copied' : 'about.copy')
      return (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('lists.is', { name: text, value: of })}
          onClick={copy}
        >
          {text}
        </Button>
      )
    }}
  </CopyButton>
)
