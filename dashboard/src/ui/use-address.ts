import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

const typingMs = 200

/** Changes the address's parameters; an empty parameter is removed. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  // The browser's address may be newer than the rendered one: a render can wait.
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(window.location.search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }
  const clear = (names: readonly string[]) => {
    const now = new URLSearchParams(window.location.search)
    setParams(
      [...now].filter(([name]) => !names.includes(name)),
      { replace: true },
    )
  }
  return { params, set, clear }
}

/** The router's key of the browser's present address. */
const presentKey = (): string => window.history.state?.key ?? 'default'

/** A text field whose text comes into the address when typing pauses: written at each letter, it would lose some. */
export function useTextInAddress(name: string) {
  const { params, set } = useAddress()
  const { key } = useLocation()
  const inAddress = params.get(name) ?? ''
  const [text, setText] = useState(inAddress)
  const typedAt = useRef<string>(undefined)
  const write = useDebouncedCallback((value: string) => set(name, value), typingMs)
  // An address replaces the text, unless a newer address follows or the text was typed after it.
  useEffect(() => {
    if (presentKey() !== key || typedAt.current === key) return
    typedAt.current = undefined
    write.cancel()
    setText(inAddress)
  }, [inAddress, key, write])
  const type = (value: string) => {
    typedAt.current = presentKey()
    setText(value)
    write(value)
  }
  return { text, type, leave: write.flush }
}
