import { type RefObject, useCallback, useEffect, useId, useState } from 'react'

type TextBox = RefObject<HTMLTextAreaElement | null>

/** The text typed before the caret: its beginning, and its letters. */
export interface Typing {
  from: number
  letters: string
}

interface OffersOf<Offer> {
  textBox: TextBox
  typing: Typing | undefined
  all: readonly Offer[]
  choose: (offer: Offer) => void
}

/** Offers are chosen by arrows and Enter, closed by Escape; the focus stays in the text. */
export function useOffers<Offer>({ textBox, typing, all, choose }: OffersOf<Offer>) {
  const listId = useId()
  const [closedAt, setClosedAt] = useState<number>()
  const [marked, setMarked] = useState({ letters: '', at: -1 })
  const offers = typing && typing.from !== closedAt ? all : []
  // Before the first letter nothing is meant yet.
  const first = typing?.letters ? 0 : -1
  const at = marked.letters === typing?.letters && marked.at < offers.length ? marked.at : first

  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
    if (offers.length === 0 || isComposing || ctrlKey || metaKey || altKey || shiftKey) return
    const move = (to: number) => setMarked({ letters: typing?.letters ?? '', at: to % offers.length })
    const offer = offers[at]
    const take = offer !== undefined && (() => choose(offer))
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(Math.max(at, 0) + offers.length - 1),
      Escape: () => setClosedAt(typing?.from),
      ...(take && { Enter: take, Tab: take }),
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
  return { offers, at, listId, optionId }
}

/** The cursor in the text; undefined without the focus. */
export function useCaret(textBox: TextBox) {
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
function useAria(textBox: TextBox, listId: string | undefined, optionId: string | undefined): void {
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
