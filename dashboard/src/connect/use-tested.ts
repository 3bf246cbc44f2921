import { useState } from 'react'
import type { Draft } from '../mapping/draft.ts'
import { useTest } from './use-connect.ts'

/** The test of a property ID and what was chosen after it: kept while a try to connect is shown in place of the guide. */
export function useTested(of: { propertyId: string; ota: string }) {
  const test = useTest(of)
  const [draft, setDraft] = useState<Draft>()
  return { test, draft, setDraft }
}
export type Tested = ReturnType<typeof useTested>
