import names from 'color-name'
import { strip } from '../../cron'
import type { Flavor } from '../http/instance'

/** CSS color names. */
const hexByName = new Map(
  Object.entries(names).map(([name, rgb]) => [
    name,
    `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase(),
  ]),
)

/** CSS color names that GitLab does not accept. */
const unknownToGitlab = ['cyan', 'magenta']

/**
 * The color as GitLab stores it: names as upper-case hex, six digits as sent. GitLab also keeps three digits; the
 * specification, whose responses always have six, expands them. Undefined if it is not a color.
 */
export function normalizeColor(sent: string, flavor: Flavor): string | undefined {
  const color = strip(sent)
  const name = color.toLowerCase()
  if (hexByName.has(name))
    return flavor === 'gitlab' && unknownToGitlab.includes(name) ? undefined : hexByName.get(name)
  if (!/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return undefined
  return flavor === 'spec' ? sixDigits(color) : color
}

const sixDigits = (color: string): string => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color)

const light = { color: '#FFFFFF', luminance: 1 }
const dark = { color: '#1F1E24', luminance: luminance('#1F1E24') }

/** The color of readable text on `background`. */
export function textColor(background: string): string {
  const behind = luminance(background)
  const onLight = (light.luminance + 0.05) / (behind + 0.05)
  const onDark = (behind + 0.05) / (dark.luminance + 0.05)
  return onLight >= 2.4 || onLight > onDark ? light.color : dark.color
}

/** Relative luminance as WCAG defines it. */
function luminance(color: string): number {
  const digits = sixDigits(color)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
