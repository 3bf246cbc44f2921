import * as z from 'zod'
import { listStaff } from '../../lib/chat/desk/list-staff.ts'
import { ok } from '../docs.ts'
import { route } from '../route.ts'

const reply = z
  .object({ staff: z.array(z.object({ userId: z.string(), name: z.string().nullable() })) })
  .meta({ id: 'StaffList' })

export const listStaffRoute = route({
  method: 'GET',
  path: '/chat/staff',
  access: 'staff',
  async answer({ context }) {
    return { staff: await listStaff(context) }
  },
  docs: () => ({
    id: 'listStaff',
    summary: 'Read who works here',
    description: 'Everybody to whom a thread may be given, by name.',
    answers: ok('The staff.', reply, { staff: [{ userId: 'sam', name: 'Sam Ortega' }] }),
  }),
})
