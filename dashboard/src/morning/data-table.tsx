import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Heads } from '../ui/heads.tsx'

interface DataTableProps {
  heads: readonly string[]
  /** The first cell of each is its head. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** The numbers of a plot. */
export function DataTable({ heads, rows }: DataTableProps) {
  return (
    <Table verticalSpacing={2} horizontalSpacing="xs">
      <Heads of={heads} />
      <Table.Tbody>
        {rows.map(({ key, cells: [head, ...cells] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={500}>
              {head}
            </Table.Th>
            {cells.map((cell, at) => (
              <Table.Td key={heads[at + 1]}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
