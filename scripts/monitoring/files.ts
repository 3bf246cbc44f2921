import { createHash } from 'node:crypto'
import type { Json } from '../google/api.ts'
import { anchorOf, filterOf, type Metric, type MetricName, metrics, policies } from './table.ts'

/** Marks resources as ours; metrics have it at the end of their description. */
export const ours = { managed_by: 'npm-run-monitoring' } as const

const type = (metric: MetricName) => `metric.type="logging.googleapis.com/user/${metric}"`
const resource = 'resource.type="cloud_run_revision"'
const sum = (seconds: number, by: readonly string[] = []): Json => ({
  ...{ alignmentPeriod: `${seconds}s`, perSeriesAligner: 'ALIGN_DELTA' },
  ...{ crossSeriesReducer: 'REDUCE_SUM', groupByFields: by.map(label => `metric.label.${label}`) },
})
const filter = (metric: MetricName, more = '') => `${type(metric)} AND ${resource}${more}`

const above = (over: number, rest: Json): Json => ({
  ...{ comparison: 'COMPARISON_GT', thresholdValue: over, duration: '0s', trigger: { count: 1 } },
  ...rest,
})

/** The conditions of one policy, all of which have to hold. */
function conditionsOf(when: (typeof policies)[string]['when']): Json[] {
  if ('alarm' in when)
    return [
      above(0, {
        filter: filter('platform_alarms', ` AND metric.label.alarm="${when.alarm}"`),
        aggregations: [sum(300, ['subject'])],
      }),
    ]
  if ('count' in when)
    return [
      above(when.over, {
        filter: filter(when.count),
        aggregations: [sum(when.seconds, when.by === undefined ? [] : [when.by])],
      }),
    ]
  if ('share' in when) {
    const [few, all] = [filter(when.share), filter(when.of)]
    const aggregations = [sum(when.seconds)]
    return [
      above(when.over, {
        ...{ filter: few, aggregations },
        ...{ denominatorFilter: all, denominatorAggregations: aggregations },
      }),
      // A share of a handful of requests means nothing.
      above(when.atLeast, { filter: few, aggregations }),
    ]
  }
  if ('percentile' in when) {
    const aggregation = { alignmentPeriod: `${when.seconds}s`, perSeriesAligner: 'ALIGN_DELTA' }
    const reduced = { ...aggregation, crossSeriesReducer: 'REDUCE_PERCENTILE_99' }
    return [above(when.over, { filter: filter(when.of), aggregations: [reduced] })]
  }
  return []
}

const conditions = (title: string, when: (typeof policies)[string]['when']): Json[] =>
  'silent' in when
    ? [
        {
          displayName: title,
          conditionAbsent: {
            ...{ filter: filter(when.silent), duration: `${when.seconds}s` },
            ...{ aggregations: [sum(60)], trigger: { count: 1 } },
          },
        },
      ]
    : conditionsOf(when).map(conditionThreshold => ({ displayName: title, conditionThreshold }))

const stamp = (what: Json): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16)

/** In the API's format; `revision` changes with the content. */
export const alertPolicies = (): Json[] =>
  Object.entries(policies).map(([alert, { title, runbook, severity, when }]) => {
    const policy = {
      ...{ displayName: title, severity, combiner: 'AND', conditions: conditions(title, when) },
      documentation: {
        mimeType: 'text/markdown',
        subject: title,
        content: `What to do: docs/runbook.md#${anchorOf(runbook)}`,
      },
      alertStrategy: { autoClose: '1800s' },
    }
    return { ...policy, userLabels: { ...ours, alert, revision: stamp(policy) } }
  })

export const logMetrics = (): Json[] =>
  Object.entries(metrics).map(([name, metric]: [string, Metric]) => {
    const labels = Object.entries(metric.labels ?? {})
    const logMetric = {
      ...{ name, filter: filterOf(metric) },
      metricDescriptor: {
        ...{ metricKind: 'DELTA', valueType: metric.value ? 'DISTRIBUTION' : 'INT64' },
        labels: labels.map(([key]) => ({ key, valueType: 'STRING' })),
      },
      ...(metric.value && { valueExtractor: `EXTRACT(${metric.value})` }),
      labelExtractors: Object.fromEntries(labels.map(([key, field]) => [key, `EXTRACT(${field})`])),
    }
    const description = `${metric.what} (${ours.managed_by} ${stamp({ ...logMetric, what: metric.what })})`
    return { ...logMetric, description }
  })

const line = (metric: MetricName, aggregation: Json): Json => ({
  plotType: 'LINE',
  timeSeriesQuery: { timeSeriesFilter: { filter: filter(metric), aggregation } },
})
const highest = {
  alignmentPeriod: '60s',
  perSeriesAligner: 'ALIGN_DELTA',
  crossSeriesReducer: 'REDUCE_PERCENTILE_99',
}

/** One row of the dashboard: what it shows, and the line that an objective draws. */
function tile(title: string, dataSets: readonly Json[], objective?: number): Json {
  const thresholds = objective === undefined ? [] : [{ value: objective, label: 'objective' }]
  return { title, xyChart: { dataSets, thresholds } }
}

export const dashboard = (): Json => {
  const tiles = [
    tile('Alarms', [line('platform_alarms', sum(60, ['alarm', 'subject']))]),
    tile('Oldest heartbeat, in periods', [line('platform_heartbeat_periods', highest)], 3),
    tile('Oldest due work, seconds', [line('platform_due_seconds', highest)], 300),
    tile('A vendor takes nothing, seconds', [line('platform_lane_seconds', highest)]),
    tile('Missed events, seconds', [line('platform_missed_seconds', highest)]),
    tile('Posts, milliseconds', [line('platform_post_ms', highest)], 1000),
    tile('Posts, and those that were slow', [
      line('platform_posts', sum(300)),
      line('platform_posts_slow', sum(300)),
    ]),
    tile('Chatapp messages, and those that were late', [
      line('platform_chatapp_sends', sum(300)),
      line('platform_chatapp_sends_slow', sum(300)),
    ]),
    tile('Search is behind, milliseconds', [line('platform_search_lag_ms', highest)], 5000),
    tile('Requests by outcome', [line('platform_requests', sum(300, ['outcome']))]),
  ]
  const board = {
    displayName: 'The platform',
    gridLayout: { columns: '2', widgets: tiles },
  }
  return { ...board, labels: { ...ours, [`r${stamp(board)}`]: '' } }
}

/** What stands in `ops/monitoring`, by file. */
export const files = (): Record<string, unknown> => ({
  'metrics.json': logMetrics(),
  'alert-policies.json': alertPolicies(),
  'dashboard.json': dashboard(),
})
