import '../../i18n/many-threads.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconBell, type TablerIcon } from '@tabler/icons-react'
import { t } from 'i18next'
import type { Cause } from '../../live/causes.ts'
import type { Desk } from '../../live/desk.ts'
import { ownerName, useStaffName } from '../../live/use-staff.ts'
import { useUser } from '../../session/session.ts'
import { initials } from '../../ui/thread-title.ts'
import { calledText } from './called.tsx'
import classes from './desk-state.module.css'
import { stateOf } from './desk-state.tsx'

interface SignProps {
  Icon: TablerIcon
  /** What it says to readers, and where one points at it. */
  name: string
  text?: string | undefined
  colour?: string | undefined
}

export const Sign = ({ Icon, name, text, colour }: SignProps) => (
  <span className={classes.state} title={name} style={{ color: colour }}>
    <Icon size={15} aria-hidden />
    <VisuallyHidden>{name}</VisuallyHidden>
    {text && <span aria-hidden>{text}</span>}
  </span>
)

/**
 * Why the reader is called, the state, messages that failed, read or not, until they get through or somebody has dealt
 * with them, and the owner: each one sign.
 */
export function RowSigns({ desk, causes }: { desk: Desk; causes: readonly Cause[] }) {
  const failed = desk.failedSends.length
  const called = calledText(failed > 0 ? causes.filter(({ cause }) => cause !== 'send-failed') : causes)
  const state = stateOf(desk)
  return (
    <span className={classes.signs}>
      {called && <Sign Icon={IconBell} name={called} />}
      {state && <Sign Icon={state.Icon} name={state.name} text={state.until} />}
      {failed > 0 && (
        <Sign
          Icon={IconAlertCircle}
          name={t('failedSends.row', { count: failed })}
          text={failed > 1 ? String(failed) : undefined}
          colour="var(--mantine-color-red-text)"
        />
      )}
      {desk.ownerId !== null && <Owner userId={desk.ownerId} />}
    </span>
  )
}

/** The owner's initials. */
function Owner({ userId }: { userId: string }) {
  const { uid } = useUser()
  const staffName = useStaffName()(userId)
  const title = t('desk.ownedBy', { name: ownerName(userId, uid, staffName) })
  return (
    <span className={classes.owner} role="img" aria-label={title} title={title}>
      {staffName ? initials(staffName) : '?'}
    </span>
  )
}
