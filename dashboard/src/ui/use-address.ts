import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

const typingMs = 200

/** Changes what stands in the address; what is empty is left out of it. */
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

/** A text that stands in the address once one has stopped typing: written at once, it would lose letters. */
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
