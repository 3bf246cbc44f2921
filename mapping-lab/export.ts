import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mappingExample } from '../functions/src/lib/connection/channels/mapping-example.ts'
import { openProject } from '../scripts/ops/target.ts'
import { labelledSet } from './examples.ts'
import { labelledFiles } from './sets.ts'

/** Writes all reviewed mappings as a labelled set into the folder; returns a line with the number of rows. */
export async function exportExamples(folder: string, project: string | undefined): Promise<string> {
  const { id: projectId, sdk } = await openProject(project)
  const { docs } = await sdk.collection('mappingExamples').orderBy('at').get()
  const examples = docs.flatMap(one => {
    const { data } = mappingExample.safeParse(one.data())
    return data ? [{ id: one.id, ...data }] : []
  })
  const { rows, references, count } = labelledSet(examples)
  mkdirSync(folder, { recursive: true })
  const [rowsFile = '', referencesFile = ''] = labelledFiles(folder)
  writeFileSync(rowsFile, rows)
  writeFileSync(referencesFile, references)
  return `${count} rows of ${examples.length} reviewed mappings of ${projectId} are in ${path.relative(process.cwd(), folder) || '.'}.`
}
