import type { Ledger } from '@functions/lib/chat/reports/read-ledger.ts'
import { type Outcome, outcomes } from '@functions/lib/chat/reports/send-outcomes.ts'
import { t } from 'i18next'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Json } from '../api/json.ts'
import classes from './plots.module.css'

const colours = {
  median: 'var(--mantine-color-blue-filled)',
  p90: 'var(--note-line)',
  arrived: 'var(--mantine-color-green-7)',
  accepted: 'var(--mantine-color-blue-filled)',
  waiting: 'var(--note-line)',
  failed: 'var(--mantine-color-error)',
} as const

const axis = { stroke: 'var(--mantine-color-dimmed)', tickLine: false } as const
const tooltip = {
  contentStyle: { background: 'var(--mantine-color-body)', border: '1px solid var(--line)' },
  cursor: { fill: 'var(--mantine-color-default-hover)' },
  isAnimationActive: false,
} as const
const still = { isAnimationActive: false } as const

type Days = Json<Ledger>['days']
/** `short` formats a day for the axis. */
interface DaysProps {
  days: Days
  short: (day: string) => string
}

export function Speed({ days, short, minutes }: DaysProps & { minutes: (value: number | null) => string }) {
  return (
    <ResponsiveContainer>
      <LineChart data={days} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="day" tickFormatter={short} minTickGap={24} {...axis} />
        <YAxis width={40} {...axis} />
        <Tooltip
          labelFormatter={label => short(String(label))}
          formatter={value => minutes(Number(value))}
          {...tooltip}
        />
        <Legend formatter={name => <span className={classes.legend}>{name}</span>} />
        <Line
          dataKey="medianMinutes"
          name={t('ledger.median')}
          stroke={colours.median}
          strokeWidth={2}
          dot={false}
          connectNulls
          {...still}
        />
        <Line
          dataKey="p90Minutes"
          name={t('ledger.p90')}
          stroke={colours.p90}
          strokeWidth={2}
          strokeDasharray="6 3"
          dot={false}
          connectNulls
          {...still}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

export function InTime({ days, short, share }: DaysProps & { share: (value: number | null) => string }) {
  return (
    <ResponsiveContainer>
      <BarChart data={days} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="day" tickFormatter={short} minTickGap={24} {...axis} />
        <YAxis width={56} domain={[0, 1]} tickFormatter={share} {...axis} />
        <Tooltip
          labelFormatter={label => short(String(label))}
          formatter={value => share(Number(value))}
          {...tooltip}
        />
        <Bar dataKey="share" name={t('ledger.inTime')} fill={colours.median} {...still} />
      </BarChart>
    </ResponsiveContainer>
  )
}

export function Outcomes({ channels }: { channels: (Record<Outcome, number> & { name: string })[] }) {
  return (
    <ResponsiveContainer>
      <BarChart data={channels} layout="vertical" accessibilityLayer={false}>
        <XAxis type="number" allowDecimals={false} {...axis} />
        <YAxis type="category" dataKey="name" width={80} {...axis} />
        <Tooltip {...tooltip} />
        <Legend formatter={name => <span className={classes.legend}>{name}</span>} />
        {outcomes.map(outcome => (
          <Bar
            key={outcome}
            dataKey={outcome}
            stackId="all"
            name={t(`ledger.outcomes.${outcome}`)}
            fill={colours[outcome]}
            {...still}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
