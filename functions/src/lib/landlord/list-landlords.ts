import * as z from 'zod'
import { accounts } from '../company.ts'
import { textAt } from '../documents.ts'
import type { Store } from '../store.ts'

export const landlordsQuery = z.object({
  q: z.string().max(200).default('').meta({ description: 'How the name begins.' }),
})

export const landlordList = z
  .object({ landlords: z.array(z.object({ landlordId: z.string(), name: z.string() })) })
  .meta({ id: 'Landlords' })

/** 50 at most, by name. */
export async function landlordsNamed(
  store: Store,
  beginning: string,
): Promise<z.infer<typeof landlordList>['landlords']> {
  const named = accounts
    .where('name', '>=', beginning)
    .where('name', '<=', `${beginning}\uf8ff`)
    .orderBy('name')
    .limit(50)
  return (await store.find(named)).map(account => ({
    landlordId: account.id,
    name: textAt(account, 'name') ?? account.id,
  }))
}
