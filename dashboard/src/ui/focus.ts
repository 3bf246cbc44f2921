/** Whether the focus is nowhere in particular, so that a page may put it somewhere: nobody's is taken away. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.id === 'content'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
