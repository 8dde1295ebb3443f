import { visible } from '../shared/characters'
import { packageManagerOf } from '../shared/package-manager'
import type { ProviderName, Written } from './gitops'

/** Lists the written files and the remaining steps. */
export function nextSteps({ provider, folder, files, stacks, isNew }: Written): string {
  const steps = [
    ...(isNew
      ? ['Write the projects of each stack into Pulumi.<stack>.yaml, and their common settings into index.ts.']
      : []),
    ...stepsToInstall(folder),
    ...byProvider[provider],
  ]
  return [
    `Written to ${visible(folder)}, for ${stacks.length === 1 ? 'stack' : 'stacks'} ${stacks.join(', ')}:`,
    ...files.map((file) => `  ${file}`),
    '',
    'Next:',
    ...steps.map((step, at) => `  ${at + 1}. ${step}`),
    '',
    'See docs/gitops.md in the package trueup for details.',
    '',
  ].join('\n')
}

/** The pipelines are written for npm. */
function stepsToInstall(folder: string): string[] {
  const { name, install, frozen, run, lockFiles } = packageManagerOf(folder)
  const steps = [`Run "${install}", and commit ${lockFiles[0]} with the other files.`]
  if (name === 'npm') return steps
  return [
    ...steps,
    `The pipelines install packages with npm. In them, install ${name}, and replace "npm ci --no-audit --no-fund" by "${frozen}",
     "npx --no" by "${run}", and package-lock.json and package*.json by ${lockFiles[0]}.`,
  ]
}

const byProvider: Readonly<Record<ProviderName, readonly string[]>> = {
  gitlab: [
    `In Settings → CI/CD → Variables, add masked variables: PULUMI_BACKEND_URL and PULUMI_CONFIG_PASSPHRASE, for the
     environments preview/* and production/*; TRUEUP_TOKEN twice, with the scope read_api for the environment preview/*,
     and with the scope api, protected, for production/*; and TRUEUP_COMMENT_TOKEN for the environment comments, which
     writes comments and the issue for drift. ci/login.js lists the variables for short-lived credentials.`,
    'If another service runs the pipelines, also add TRUEUP_BASE_URL.',
    'In Build → Pipeline schedules, add a daily schedule that checks for drift, and optionally a weekly one with SCHEDULE=up that repairs it.',
    'In Settings → CI/CD → Protected environments, select the users who can start the job "up" (production/*).',
  ],
  github: [
    'In .github/workflows/trueup.yml, set the URL of the service (TRUEUP_BASE_URL), and the branch if it is not main.',
    `In Settings → Environments, add preview and production, each with the secrets PULUMI_BACKEND_URL,
     PULUMI_CONFIG_PASSPHRASE and TRUEUP_TOKEN (scope read_api for preview, api for production). ci/login.js lists the
     variables for short-lived credentials.`,
    'Add required reviewers to the environment production. They approve each update.',
  ],
}
