import { median } from '../result.ts'
import { type Name, names } from './contestants.ts'
import type { Figure } from './figures.ts'

const shortWords: Readonly<Record<Name, string>> = {
  project: 'this project',
  bare: 'bare SDK',
  usual: 'all at the top',
  sample: 'runTransaction',
  parse: 'Parse Server',
  fastify: 'Fastify',
}

const width = 360
const left = 104
const right = width - 52
const bar = 15
/** Bars of more than that are cut, and marked so. */
const longest = 4

const style = `
text { font: 11px sans-serif; fill: #24292f } .value { paint-order: stroke; stroke: #ffffff; stroke-width: 3px } .head { font-weight: 600 } .note { fill: #57606a }
.paper { fill: #ffffff } .ours { fill: #2463a8 } .theirs { fill: #9aa4af } .one { stroke: #24292f; stroke-dasharray: 2 3 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .value { stroke: #0d1117 } .note { fill: #9da7b1 } .paper { fill: #0d1117 } .ours { fill: #6cb0f5 } .theirs { fill: #5c6671 }
.one { stroke: #e6edf3 } }`

/** The figures as bars, everybody's as a multiple of the project's. */
export function picture(figures: readonly Figure[], made: string): string {
  let y = 40
  const panels = figures.map(figure => {
    const { text, height } = panel(figure, y)
    y += height
    return text
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 22}">
<title>The same post by this project and by others, as multiples of this project</title>
<style>${style}
</style>
<rect class="paper" width="${width}" height="${y + 22}"/>
<text class="head" x="10" y="18">The same post, as multiples of this project</text>
${panels.join('\n')}
<text class="note" x="10" y="${y + 10}">${made}</text>
</svg>
`
}

function panel({ title, isMore, values }: Figure, top: number): { text: string; height: number } {
  const ours = median(values.project ?? [])
  const ratios = names.flatMap(name => {
    const samples = values[name]
    return samples ? [{ name, ratio: median(samples) / ours }] : []
  })
  const most = Math.min(longest, Math.max(...ratios.map(({ ratio }) => ratio)))
  const xOf = (ratio: number) => left + (Math.min(ratio, most) / most) * (right - left)
  const lines = ratios.map(({ name, ratio }, at) => {
    const y = top + 8 + at * bar
    const x = xOf(ratio)
    const said = `${ratio > most ? '» ' : ''}${ratio.toFixed(ratio < 10 ? 2 : 0)}`
    return `<text x="${left - 6}" y="${y + 9}" text-anchor="end">${shortWords[name]}</text>
<rect class="${name === 'project' ? 'ours' : 'theirs'}" x="${left}" y="${y}" width="${(x - left).toFixed(1)}" height="11"/>
<text class="value" x="${(x + 5).toFixed(1)}" y="${y + 9}">${said}</text>`
  })
  const bottom = top + 8 + ratios.length * bar
  const text = `<text class="head" x="10" y="${top}">${title}<tspan class="note" font-weight="400"> (${isMore ? 'more' : 'less'} is better)</tspan></text>
<path class="one" d="M${xOf(1).toFixed(1)} ${top + 5}V${bottom}"/>
${lines.join('\n')}`
  return { text, height: bottom - top + 20 }
}
