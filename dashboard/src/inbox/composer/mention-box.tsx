import { VisuallyHidden } from '@mantine/core'
import { t } from 'i18next'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useStaff } from '../../live/use-staff.ts'
import type { Mention } from '../../outbox/entry.ts'
import { useUser } from '../../session/session.ts'
import { Option } from '../../ui/option.tsx'
import classes from './mention-box.module.css'
import { afterChoosing, offersFor, standingIn, typingAt } from './mentions.ts'
import { useCaret, useOffers } from './use-offers.ts'

interface MentionBoxProps {
  textBox: RefObject<HTMLTextAreaElement | null>
  text: string
  /** People chosen, whether or not the text still names them. */
  mentions: readonly Mention[] | undefined
  onChoose: (draft: { text: string; mentions: Mention[] }) => void
}

/** People that a note mentions, and offers after `@` and letters. The focus stays in the text. */
export function MentionBox({ textBox, text, mentions, onChoose }: MentionBoxProps) {
  const { uid } = useUser()
  const { data: staff = [] } = useStaff()
  const { caret, look } = useCaret(textBox)
  const chosen = standingIn(text, mentions)
  const typing = caret === undefined ? undefined : typingAt(text, caret, chosen)
  const all = typing ? offersFor(typing, staff, { uid, chosen }) : []
  const choose = (person: Mention) => {
    if (!typing) return
    const { caret: next, ...draft } = afterChoosing(text, typing, person, mentions)
    flushSync(() => onChoose(draft))
    textBox.current?.setSelectionRange(next, next)
    look()
  }
  const { offers, at, listId, optionId } = useOffers({ textBox, typing, all, choose })

  return (
    <>
      <VisuallyHidden role="status">
        {offers.length > 0 && t('composer.mentionable', { count: offers.length })}
      </VisuallyHidden>
      {chosen.length > 0 && (
        <p className={classes.called}>
          {t('composer.mentions', { names: chosen.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {offers.length > 0 && (
        <div role="listbox" id={listId} aria-label={t('composer.mention')} className={classes.offers}>
          {offers.map((person, position) => (
            <Option
              key={person.userId}
              id={optionId(position)}
              isMarked={position === at}
              className={classes.offer}
              onChoose={() => choose(person)}
            >
              {person.name}
            </Option>
          ))}
        </div>
      )}
    </>
  )
}
