import '../../../i18n/canned.ts'
import { VisuallyHidden } from '@mantine/core'
import { t } from 'i18next'
import { Option } from '../../../ui/option.tsx'
import { useCaret, useOffers } from '../use-offers.ts'
import classes from './canned.module.css'
import { type CannedReply, cannedFor, slashAt } from './canned.ts'
import { type Inserting, useCanned, useInserting } from './use-canned.ts'

const offered = 6

/** Offers canned replies after `/` and letters at the beginning of a line. */
export function CannedBox(inserting: Inserting) {
  const { textBox, text } = inserting
  const { data: { replies = [] } = {} } = useCanned()
  const insert = useInserting(inserting)
  const { caret, look } = useCaret(textBox)
  const typing = caret === undefined ? undefined : slashAt(text, caret)
  const all = typing ? cannedFor(typing.letters, replies).slice(0, offered) : []
  const choose = (reply: CannedReply) => {
    if (!typing) return
    insert(reply, { from: typing.from, to: typing.from + 1 + typing.letters.length })
    look()
  }
  const { offers, at, listId, optionId } = useOffers({ textBox, typing, all, choose })
  return (
    <>
      <VisuallyHidden role="status">
        {offers.length > 0 && t('canned.offered', { count: offers.length })}
      </VisuallyHidden>
      {offers.length > 0 && (
        <div role="listbox" id={listId} aria-label={t('canned.list')} className={classes.offers}>
          {offers.map((reply, position) => (
            <Option
              key={reply.id}
              id={optionId(position)}
              isMarked={position === at}
              className={classes.offer}
              onChoose={() => choose(reply)}
            >
              <span className={classes.name}>{reply.name}</span>
              <span className={classes.text}>{reply.text}</span>
            </Option>
          ))}
        </div>
      )}
    </>
  )
}
