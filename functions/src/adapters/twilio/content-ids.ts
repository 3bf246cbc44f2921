import { type TemplateName, templateNames } from '../../lib/chat/templates/templates.ts'

export type ContentIds = Readonly<Partial<Record<TemplateName, string>>>

/** Empty, or `name=HX…,name=HX…`. */
export function parseContentIds(text: string): ContentIds {
  const ids: Partial<Record<TemplateName, string>> = {}
  for (const entry of text.trim() === '' ? [] : text.split(',')) {
    const [written = '', id = '', ...rest] = entry.split('=').map(part => part.trim())
    const name = templateNames.find(candidate => candidate === written)
    if (!name) throw invalid(`there is no template "${written}"`)
    if (ids[name] !== undefined) throw invalid(`"${name}" stands there twice`)
    if (rest.length > 0 || !/^HX[0-9a-fA-F]{32}$/.test(id)) throw invalid(`the id of "${name}" is not HX…`)
    ids[name] = id
  }
  return ids
}

export const templatesWithoutId = (ids: ContentIds): TemplateName[] =>
  templateNames.filter(name => ids[name] === undefined)

const invalid = (what: string): Error => new Error(`CHATAPP_TEMPLATES must be name=HX…,name=HX…: ${what}`)
