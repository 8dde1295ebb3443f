import { Option } from 'commander'

/** `--base-url`. Apart from what connects, which other commands need not load. */
export const baseUrlOption = (): Option =>
  new Option(
    '--base-url <url>',
    'where the service is (default: TRUEUP_BASE_URL, GITLAB_BASE_URL, CI_SERVER_URL or https://gitlab.com)',
  )
