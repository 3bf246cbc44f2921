const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, found => entities[found] ?? found)

/** Plain text in which backticks mark code. */
export const prose = (text = ''): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const code = (text: string): string => `<code>${escaped(text)}</code>`

/** It may be wider than the screen: then it is scrolled by itself, also by keyboard. */
export const table = (
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string => `
<div class="wide" role="region" aria-label="${escaped(label)}" tabindex="0"><table>
<thead><tr>${head.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => `<tr><th scope="row">${first}</th>${rest.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody>
</table></div>`

export const sample = (label: string, value: unknown): string => `
<figure><figcaption>${escaped(label)}</figcaption>
<pre role="region" aria-label="${escaped(label)}" tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre></figure>`
