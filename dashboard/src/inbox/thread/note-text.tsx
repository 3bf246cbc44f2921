import { Fragment } from 'react'
import { useStaffName } from '../../live/use-staff.ts'
import { partsOf } from '../composer/mentions.ts'
import classes from './message-bubble.module.css'

/** The text of a note, with those marked whom it calls. */
export function NoteText({ body, mentions }: { body: string; mentions: readonly string[] }) {
  const staffName = useStaffName()
  const people = mentions.map(userId => ({ userId, name: staffName(userId) ?? userId }))
  return partsOf(body, people).map(({ text, userId }, position) =>
    userId === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      <Fragment key={position}>{text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: likewise
      <strong key={position} className={classes.mention}>
        {text}
      </strong>
    ),
  )
}
