import { Option } from 'commander'
import { misplaced } from '../../provider/basics'
import { normalizeBaseUrl } from '../../sdk/http/options'
import { UsageError } from './usage-error'

/** `--base-url`. Apart from what connects, which other commands need not load. */
export const baseUrlOption = (): Option =>
  new Option(
    '--base-url <url>',
    'where the service is (default: TRUEUP_BASE_URL, GITLAB_BASE_URL, CI_SERVER_URL or https://gitlab.com)',
  ).argParser(checked)

/** An empty value counts as omitted: scripts pass the values of variables that may not be set. */
function checked(text: string): string {
  const wrong = misplaced('baseUrl', text) ?? (text.trim() === '' ? undefined : problemOf(text))
  // Commander's own error would include the value, which may contain credentials.
  if (wrong !== undefined) throw new UsageError(`${wrong.replace('baseUrl', '--base-url')}.`)
  return text
}

function problemOf(text: string): string | undefined {
  try {
    normalizeBaseUrl(text)
    return undefined
  } catch (error) {
    return (error as Error).message.replace(/\.$/, '')
  }
}
