import { type ComponentType, createElement, lazy, useState } from 'react'
import { orReload } from './or-reload.ts'

export interface Remembered<Module> {
  (): Promise<Module>
  now: () => Module | undefined
}

/** A loaded module is there without another wait. */
export function remembered<Module>(load: () => Promise<Module>): Remembered<Module> {
  let loaded: Module | undefined
  const once = async () => {
    loaded ??= await load()
    return loaded
  }
  return Object.assign(once, { now: () => loaded })
}

/**
 * A page, or a large part of one, whose code is loaded when it is first drawn. Where the code is there it is drawn at
 * once: a `lazy` component waits even then, and after a fallback React shows nothing new for 300 ms.
 */
export function lazily<Module, Props extends object>(
  load: Remembered<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  const Later = lazy(orReload(async () => ({ default: pick(await load()) })))
  return function Part(props: Props) {
    const [Now] = useState(() => {
      const loaded = load.now()
      return loaded && pick(loaded)
    })
    return Now ? createElement(Now, props) : createElement(Later as ComponentType<Props>, props)
  }
}

/** A page by the name of its component in a module. `load` may begin before the page is drawn. */
export function page<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  const once = remembered(load)
  return Object.assign(
    lazily(once, module => module[name]),
    { load: once },
  )
}
