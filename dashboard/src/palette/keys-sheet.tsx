import '@mantine/core/styles/Kbd.css'
import '../i18n/palette.ts'
import { Kbd, Table, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { Dialog } from '../ui/dialog.tsx'
import { useLetterKeys } from '../ui/letter-keys.ts'
import { areLetters, sheet } from './keys.ts'

const parts = ['everywhere', 'list', 'moving', 'thread', 'second', 'writing'] as const

/** Every key and what it does. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const hasLetters = useLetterKeys()
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      {!hasLetters && <Text size="sm">{t('keys.off')}</Text>}
      {parts.map(part => (
        <section key={part} aria-labelledby={`keys-${part}`}>
          <Title order={3} size="h6" mt="sm" id={`keys-${part}`}>
            {t(`keys.${part}`)}
          </Title>
          <Table aria-labelledby={`keys-${part}`} verticalSpacing={2}>
            <Table.Tbody>
              {sheet[part].map(([meaning, keys]) => (
                <Table.Tr key={meaning}>
                  <Table.Th scope="row" fw={400}>
                    {t(`keys.meanings.${meaning}`)}
                  </Table.Th>
                  <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                    {areLetters(keys) && !hasLetters
                      ? '–'
                      : keys.split(' ').map(key => (
                          <Kbd key={key} ms={4}>
                            {key}
                          </Kbd>
                        ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Dialog>
  )
}
