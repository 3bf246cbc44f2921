import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { labelledSet } from './examples.ts'
import { labelledFiles, readLabelled } from './sets.ts'

const row = (title: string, chosen: string | null) => ({ title, chosen, proposed: null, isSure: false })

it('reviewed mappings become a labelled set', () => {
  const suite = 'Suite, "Aurora"'
  const rows = [
    row('King, Sea View', suite),
    row('Villa', null),
    row('Twin', 'Twice'),
    row('A', suite),
    row('A', suite),
  ]
  const example = { id: 'r1', rooms: [suite, 'Twice', 'Twice'], rows }
  const earlier = { id: 'r0', rooms: example.rooms.toReversed(), rows: [row('Villa', suite)] }
  const { rows: text, references, count } = labelledSet([earlier, example])
  const folder = mkdtempSync(path.join(tmpdir(), 'labelled-'))
  const [rowsFile = '', referencesFile = ''] = labelledFiles(folder)
  writeFileSync(rowsFile, text)
  writeFileSync(referencesFile, references)
  const labelled = { hotel: 'review r1', isWeak: false }
  expect(count).toBe(2)
  expect(readLabelled(folder)).toEqual([
    {
      hotel: 'review r1',
      rooms: [suite, 'Twice', 'Twice'],
      rows: [
        { ...labelled, title: 'King, Sea View', label: suite },
        { ...labelled, title: 'Villa', label: 'NONE' },
      ],
    },
  ])
})
