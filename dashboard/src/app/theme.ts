import { Badge, createTheme } from '@mantine/core'
import { brand } from '../brand.ts'

/** Shades whose white text, and whose text on white, is readable (WCAG 2.2 AA). */
export const theme = createTheme({
  colors: { brand: brand.accent },
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: { Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600 } }) },
})
