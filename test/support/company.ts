import { type Emulator, startEmulator, type World } from '../../emulator'
import { Client } from '../../sdk'

/** The user whose token manages the company, as the owner of its group. */
export const companyToken = 'emulator-olga'

/** The groups of the teams, and the projects of each. */
const teams = ['data', 'payments', 'platform']
const projectsOfTeam = 13
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** The full paths of all projects. Their ids are 1, 2, 3 … in this order. */
export const companyProjects = teams.flatMap((team) =>
  numbers(projectsOfTeam).map((number) => `corp/${team}/svc-${String(number).padStart(2, '0')}`),
)

const sharedLabels = { bug: '#DC143C', chore: '#808080', 'area::api': '#0000CC', 'area::ui': '#00CC00' }

const deployKey = { key: 'DEPLOY_KEY', masked: true, protected: true, environmentScope: 'production' }

/** What the declaration of a world can express. */
function world(): World {
  const projectOf = (path: string, at: number): NonNullable<World['projects']>[string] => ({
    id: at + 1,
    branches: ['release/1.0'],
    tags: ['v1.0.0'],
    environments: ['production', 'staging'],
    labels: { ...sharedLabels, [`service ${at + 1}`]: { color: '#123456', description: `Of ${path}`, priority: 1 } },
    // The export runs a command for each value, so only some projects have one.
    variables: [
      ...(at % 8 === 0 ? [{ key: 'REGION', value: at % 3 ? 'eu-west-1' : 'us-east-1' }] : []),
      ...(at % 4 === 1 ? [{ ...deployKey, value: `s3cret-deploy-${at + 1}` }] : []),
    ],
    members: path.includes('data') ? { gina: 'developer', hugo: { role: 'reporter', expiresAt: '2099-12-31' } } : {},
  })
  const group = (name: string) => ({
    labels: { [`team::${name}`]: '#654321' },
    variables: [{ key: 'TEAM', value: name }],
    members: { tom: 'maintainer' as const },
  })
  return {
    users: { olga: null, tom: null, gina: null, hugo: null, mallory: null },
    groups: {
      corp: { members: { olga: 'owner' }, labels: { incident: '#FF0000' } },
      ...Object.fromEntries(teams.map((team) => [`corp/${team}`, group(team)])),
    },
    projects: Object.fromEntries(companyProjects.map((path, at) => [path, projectOf(path, at)])),
  }
}

/** Creates what a world does not declare: protections in each project, and the other kinds in some. */
async function populate(api: Client): Promise<void> {
  await Promise.all(
    companyProjects.map(async (path, at) => {
      const project = at + 1
      await api.protectedBranches.create(project, { name: 'main', push_access_level: 40, merge_access_level: 30 })
      await api.protectedBranches.create(project, { name: 'release/*', push_access_level: 0, merge_access_level: 40 })
      await api.protectedTags.create(project, { name: 'v*', create_access_level: 40 })
      await api.protectedEnvironments.create(project, {
        name: 'production',
        deploy_access_levels: [{ access_level: 40 }],
        approval_rules: [{ access_level: 40, required_approvals: 1 }],
      })
      if (path.includes('payments')) {
        const freeze = { freeze_start: '0 18 * * 5', freeze_end: '0 7 * * 1', cron_timezone: 'Europe/Berlin' }
        await api.freezePeriods.create(project, freeze)
        // As after a script that has run twice.
        for (const description of ['nightly', 'nightly']) await api.triggerTokens.create(project, { description })
      }
      if (project % 4 === 0) {
        await api.projectHooks.create(project, { url: `https://ci.example.com/hooks/s3cret-${project}`, name: 'ci' })
      }
      if (project % 3 === 0) {
        await api.remoteMirrors.create(project, { url: `https://backup.example.com/${path}.git`, enabled: true })
      }
      if (project % 3 === 1) {
        const any = { name: 'All Members', rule_type: 'any_approver', approvals_required: 1 } as const
        await api.approvalRules.create(project, any)
        await api.approvalRules.create(project, { name: 'Security', approvals_required: 1, usernames: ['tom'] })
        await api.projectApprovalSettings.update(project, { reset_approvals_on_push: false })
      }
    }),
  )
}

/** Starts an emulator with a company of 39 projects in three groups. */
export async function startCompany(): Promise<{ emulator: Emulator; api: Client }> {
  const emulator = await startEmulator({ flavor: 'gitlab', tier: 'ultimate', world: world() })
  const api = new Client({ baseUrl: emulator.url, token: companyToken })
  await populate(api)
  return { emulator, api }
}
