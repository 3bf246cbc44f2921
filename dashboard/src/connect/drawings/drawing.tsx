import { type ReactNode, useId } from 'react'
import classes from './drawing.module.css'

interface Heading {
  title: string
  /** The picture in words, for screen readers. */
  what: string
}

/** A page in a browser, 320 wide and 168 high, in the colours of the theme. */
export function Drawing({ title, what, children }: Heading & { children: ReactNode }) {
  const id = useId()
  return (
    <svg
      viewBox="0 0 320 168"
      className={classes.drawing}
      role="img"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-what`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-what`}>{what}</desc>
      <rect x="1" y="1" width="318" height="166" rx="8" className={classes.paper} />
      <path d="M1 22V9a8 8 0 0 1 8-8h302a8 8 0 0 1 8 8v13z" className={classes.bar} />
      {[14, 26, 38].map(x => (
        <circle key={x} cx={x} cy="11.5" r="3.5" className={classes.dot} />
      ))}
      {children}
    </svg>
  )
}

interface Place {
  x: number
  y: number
  width: number
  height?: number
}

/** Text of no concern. */
export const Line = ({ x, y, width, height = 7 }: Place) => (
  <rect {...{ x, y, width, height }} rx={height / 2} className={classes.line} />
)

interface BoxProps extends Place {
  text?: string
  /** The element to find. */
  isWanted?: boolean
  isCentred?: boolean
}

/** A field, a button or an entry. */
export const Box = ({ x, y, width, height = 26, text, isWanted = false, isCentred = false }: BoxProps) => (
  <>
    <rect {...{ x, y, width, height }} rx="5" className={isWanted ? classes.target : classes.field} />
    {text !== undefined && (
      <text
        x={isCentred ? x + width / 2 : x + 10}
        y={y + height / 2}
        dominantBaseline="central"
        textAnchor={isCentred ? 'middle' : 'start'}
      >
        {text}
      </text>
    )}
  </>
)

export const Tick = ({ x, y, isDone = false }: { x: number; y: number; isDone?: boolean }) => (
  <path d={`M${x} ${y}l4 4 8-9`} className={isDone ? classes.done : classes.ink} />
)

export const Glass = ({ x, y }: { x: number; y: number }) => (
  <>
    <circle cx={x} cy={y} r="5" className={classes.ink} />
    <path d={`M${x + 4} ${y + 4}l5 5`} className={classes.ink} />
  </>
)
