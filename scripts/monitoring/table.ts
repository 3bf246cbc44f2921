import type { AlarmName } from '../../functions/src/lib/health/judge.ts'

const functions = 'resource.type="cloud_run_revision"'
const post = 'jsonPayload.route="POST /chat/threads/:id/messages"'
const stored = '(jsonPayload.outcome="answered" OR jsonPayload.outcome="failed")'
const accepted = 'jsonPayload.message="send accepted" jsonPayload.channel="chatapp"'
const isHealth = 'jsonPayload.message="health"'

/** A log-based metric. */
export interface Metric {
  what: string
  /** Which lines. */
  filter: string
  /** The field with the value; without it lines are counted. */
  value?: string
  /** Labels extracted from the lines. */
  labels?: Readonly<Record<string, string>>
}

/**
 * Every metric, by its name. Each reads one of the lines `request answered`, `send accepted`, `event handled`,
 * `health`, `alarm`.
 */
export const metrics = {
  platform_alarms: {
    what: 'What somebody has to look at, as two schedules tell it.',
    filter: 'jsonPayload.alarm:*',
    labels: { alarm: 'jsonPayload.alarm', subject: 'jsonPayload.subject' },
  },
  platform_health_reports: { what: 'Reports of health: one a minute, and more.', filter: isHealth },
  platform_heartbeat_periods: {
    what: 'The oldest heartbeat of a schedule, in its periods.',
    filter: isHealth,
    value: 'jsonPayload.worst.periods',
  },
  platform_due_seconds: {
    what: 'For how long the oldest work is due.',
    filter: isHealth,
    value: 'jsonPayload.worst.dueSeconds',
  },
  platform_lane_seconds: {
    what: 'For how long a vendor has taken nothing.',
    filter: isHealth,
    value: 'jsonPayload.worst.laneSeconds',
  },
  platform_missed_seconds: {
    what: 'Since when a trigger or webhook misses events.',
    filter: isHealth,
    value: 'jsonPayload.worst.missedSeconds',
  },
  platform_requests: {
    what: 'Requests by route and outcome.',
    filter: 'jsonPayload.route:* jsonPayload.outcome:*',
    labels: { route: 'jsonPayload.route', outcome: 'jsonPayload.outcome' },
  },
  platform_posts: { what: 'Posts that were stored, or failed by us.', filter: `${post} ${stored}` },
  platform_posts_slow: {
    what: 'Those that took a second or longer, or failed.',
    filter: `${post} ${stored} (jsonPayload.ms>=1000 OR jsonPayload.outcome="failed")`,
  },
  platform_post_ms: {
    what: 'How long posts take.',
    filter: `${post} ${stored}`,
    value: 'jsonPayload.ms',
  },
  platform_chatapp_sends: {
    what: 'Chatapp messages that the provider took, by their first order.',
    filter: `${accepted} jsonPayload.sincePostMs:*`,
  },
  platform_chatapp_sends_slow: {
    what: 'Those that it took later than ten seconds after the post.',
    filter: `${accepted} jsonPayload.sincePostMs>10000`,
  },
  platform_search_lag_ms: {
    what: 'From a post until the search index has it.',
    filter: 'jsonPayload.kind="sync"',
    value: 'jsonPayload.lagMs',
  },
  platform_webhook_refusals: {
    what: 'Calls of vendors that we failed to take, or did not believe.',
    filter: 'jsonPayload.route=~"/webhooks/" (jsonPayload.status>=500 OR jsonPayload.status=403)',
    labels: { route: 'jsonPayload.route' },
  },
} as const satisfies Record<string, Metric>
export type MetricName = keyof typeof metrics

export const filterOf = ({ filter }: Metric): string => `${functions} ${filter}`

interface Policy {
  title: string
  /** The heading in the runbook. */
  runbook: string
  severity: 'CRITICAL' | 'ERROR' | 'WARNING'
  when:
    | { alarm: AlarmName }
    | { silent: MetricName; seconds: number }
    | { count: MetricName; by?: string; over: number; seconds: number }
    | { percentile: 99; of: MetricName; over: number; seconds: number }
    | { share: MetricName; of: MetricName; over: number; atLeast: number; seconds: number }
}

const day = 86_400
const alarm = (name: AlarmName, title: string, runbook: string): Policy => ({
  ...{ title, runbook, severity: 'CRITICAL', when: { alarm: name } },
})

/** The alert policies. Thresholds of those on `alarm` are in `functions/src/lib/health/judge.ts`. */
export const policies: Readonly<Record<string, Policy>> = {
  ...({
    'schedule-silent': alarm('schedule-silent', 'A schedule is silent', 'A schedule is silent'),
    'trigger-silent': alarm('trigger-silent', 'A trigger misses events', 'A trigger misses events'),
    'webhook-silent': alarm('webhook-silent', 'A webhook misses events', 'A webhook misses events'),
    'lane-stuck': alarm('lane-stuck', 'Work is due for five minutes', 'Work is due and not done'),
  } satisfies Record<AlarmName, Policy>),
  'no-report': {
    ...{ title: 'No health report', runbook: 'No health report' },
    ...{ severity: 'CRITICAL', when: { silent: 'platform_health_reports', seconds: 600 } },
  },
  'webhook-refusing': {
    ...{ title: 'A webhook refuses its vendor', runbook: 'A webhook misses events', severity: 'ERROR' },
    when: { count: 'platform_webhook_refusals', by: 'route', over: 5, seconds: 900 },
  },
  'posts-slow': {
    ...{ title: 'More than 0.1 % of posts take a second', runbook: 'Posts are slow', severity: 'WARNING' },
    when: {
      ...{ share: 'platform_posts_slow', of: 'platform_posts', over: 0.001 },
      ...{ atLeast: 5, seconds: day },
    },
  },
  'sends-slow': {
    ...{ title: 'More than 1 % of chatapp messages are late', runbook: 'Messages go out late' },
    severity: 'WARNING',
    when: {
      ...{ share: 'platform_chatapp_sends_slow', of: 'platform_chatapp_sends', over: 0.01 },
      ...{ atLeast: 5, seconds: day },
    },
  },
  'search-behind': {
    ...{ title: 'Search is behind by more than five seconds', runbook: 'The index is stale' },
    severity: 'WARNING',
    when: { percentile: 99, of: 'platform_search_lag_ms', over: 5000, seconds: 900 },
  },
}

/** As GitHub names the anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
