import { Table } from '@mantine/core'

/** The first row of a table, with what its columns are. */
export const Heads = ({ of }: { of: readonly string[] }) => (
  <Table.Thead>
    <Table.Tr>
      {of.map(head => (
        <Table.Th key={head}>{head}</Table.Th>
      ))}
    </Table.Tr>
  </Table.Thead>
)
