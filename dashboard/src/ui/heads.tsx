import { Table, type TableThProps } from '@mantine/core'

/** The head of a column that only a wide window shows. */
export const wide = (children: string): TableThProps => ({ visibleFrom: 'sm', children })

/** The first row of a table, with the names of its columns. */
export const Heads = ({ of }: { of: readonly (string | TableThProps)[] }) => (
  <Table.Thead>
    <Table.Tr>
      {of
        .map(head => (typeof head === 'string' ? { children: head } : head))
        .map(head => (
          <Table.Th key={String(head.children)} {...head} />
        ))}
    </Table.Tr>
  </Table.Thead>
)
