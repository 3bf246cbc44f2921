import * as z from 'zod'
import { guideLanguages } from '../../lib/connection/guide/languages.ts'
import { clientId, documentId } from '../../lib/identifiers.ts'

/** Which step of the guide of a request a path names. */
export const stepPath = z.object({ id: documentId, step: clientId })

export const guideLanguage = z.enum(guideLanguages)

export const sentFields = {
  at: z.date(),
  by: z.string().meta({ description: 'The id of who sent it.' }),
  language: guideLanguage,
}

export const sentStep = { at: '2026-11-21T09:00:00.000Z', by: 'olivia', language: 'de' }
