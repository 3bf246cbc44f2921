import { VisuallyHidden } from '@mantine/core'
import { type RefObject, useCallback, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useUser } from '../session/session.ts'
import classes from './mention-box.module.css'
import { afterChoosing, type Mention, offersFor, standingIn, typingAt } from './mentions.ts'
import { useStaff } from './use-staff.ts'

interface MentionBoxProps {
  textBox: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Who was chosen, whether or not the text still says so. */
  mentions: readonly Mention[] | undefined
  onChoose: (draft: { text: string; mentions: Mention[] }) => void
}

/** Whom a note calls, and, while one types `@` and letters, whom one may mean. The focus stays in the text. */
export function MentionBox({ textBox, text, mentions, onChoose }: MentionBoxProps) {
  const { t } = useTranslation()
  const { uid } = useUser()
  const { data: staff = [] } = useStaff()
  const { caret, look } = useCaret(textBox)
  const listId = useId()
  const [closedAt, setClosedAt] = useState<number>()
  const [marked, setMarked] = useState({ letters: '', at: -1 })
  const chosen = standingIn(text, mentions)
  const typing = caret === undefined ? undefined : typingAt(text, caret, chosen)
  const offers = typing && typing.from !== closedAt ? offersFor(typing, staff, { uid, chosen }) : []
  // After a bare @ nobody is meant yet.
  const first = typing?.letters ? 0 : -1
  const at = marked.letters === typing?.letters && marked.at < offers.length ? marked.at : first

  const choose = (person: Mention | undefined) => {
    if (!typing || !person) return
    const { caret: next, ...draft } = afterChoosing(text, typing, person, mentions)
    flushSync(() => onChoose(draft))
    textBox.current?.setSelectionRange(next, next)
    look()
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
    if (offers.length === 0 || isComposing || ctrlKey || metaKey || altKey || shiftKey) return
    const move = (to: number) => setMarked({ letters: typing?.letters ?? '', at: to % offers.length })
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(Math.max(at, 0) + offers.length - 1),
      Escape: () => setClosedAt(typing?.from),
      ...(at >= 0 && { Enter: () => choose(offers[at]), Tab: () => choose(offers[at]) }),
    }
    const run = keys[key]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  useEffect(() => {
    const box = textBox.current
    box?.addEventListener('keydown', press)
    return () => box?.removeEventListener('keydown', press)
  })
  const isTyping = typing !== undefined
  useEffect(() => {
    if (!isTyping) setClosedAt(undefined)
  }, [isTyping])
  const optionId = (position: number) => `${listId}-${position}`
  useAria(textBox, offers.length > 0 ? listId : undefined, at >= 0 ? optionId(at) : undefined)

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
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: likewise, and has the keys
            <div
              key={person.userId}
              role="option"
              id={optionId(position)}
              aria-selected={position === at}
              className={classes.offer}
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** Where one writes; undefined while one does not. */
function useCaret(textBox: RefObject<HTMLTextAreaElement | null>) {
  const [caret, setCaret] = useState<number>()
  const look = useCallback(() => {
    const box = textBox.current
    const isWriting = box && document.activeElement === box && box.selectionStart === box.selectionEnd
    setCaret(isWriting ? box.selectionStart : undefined)
  }, [textBox])
  useEffect(() => {
    const box = textBox.current
    const names = ['input', 'keyup', 'click', 'focus', 'blur'] as const
    look()
    for (const name of names) box?.addEventListener(name, look)
    return () => {
      for (const name of names) box?.removeEventListener(name, look)
    }
  }, [textBox, look])
  return { caret, look }
}

/** Tells those who do not see it that the text has a list, and which of it is meant. */
function useAria(
  textBox: RefObject<HTMLTextAreaElement | null>,
  listId: string | undefined,
  optionId: string | undefined,
): void {
  useEffect(() => {
    const box = textBox.current
    if (!box || listId === undefined) return
    const aria = {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      ...(optionId !== undefined && { 'aria-activedescendant': optionId }),
    }
    for (const [name, value] of Object.entries(aria)) box.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(aria)) box.removeAttribute(name)
    }
  }, [textBox, listId, optionId])
}
