import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { failed, forbidden, notFound } from '../http/errors'
import { isCommunity } from '../http/instance'
import { administrator } from '../http/login'
import { boolean, integer, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { has, type InstanceRelease } from '../http/release'
import { type MemberRoleRecord, memberRoles } from '../records/member-role'
import { memberships } from '../records/membership'

/** The abilities of GitLab 18.9. */
const permissions = [
  'apply_security_scan_profiles',
  'admin_merge_request',
  'archive_project',
  'remove_group',
  'remove_project',
  'manage_security_policy_link',
  'admin_compliance_framework',
  'admin_cicd_variables',
  'manage_deploy_tokens',
  'manage_group_access_tokens',
  'admin_group_member',
  'admin_integrations',
  'manage_merge_request_settings',
  'manage_project_access_tokens',
  'admin_protected_branch',
  'admin_protected_environments',
  'manage_protected_tags',
  'admin_push_rules',
  'admin_runners',
  'admin_security_attributes',
  'admin_security_testing',
  'admin_terraform_state',
  'admin_vulnerability',
  'admin_web_hook',
  'read_compliance_dashboard',
  'read_security_scan_profiles',
  'read_admin_cicd',
  'read_crm_contact',
  'read_dependency',
  'read_admin_groups',
  'read_admin_projects',
  'read_code',
  'read_runners',
  'read_security_attribute',
  'read_admin_subscription',
  'read_admin_monitoring',
  'read_admin_users',
  'read_vulnerability',
]

const addedAbilities = [
  'admin_ai_catalog_item_consumer',
  'create_security_scan_profiles',
  'destroy_package',
  'delete_security_scan_profiles',
  'admin_ai_catalog_item',
  'read_agent_artifacts',
  'read_virtual_registry',
  'update_sec_ai_workflow_settings',
  'update_security_scan_profiles',
]
const removedAbilities = ['manage_protected_tags', 'admin_security_testing']

/** The abilities that custom roles can have. */
const abilitiesOf = (instance: InstanceRelease): string[] =>
  has(instance, 'abilitiesOfCustomRoles')
    ? [...permissions.filter((name) => !removedAbilities.includes(name)), ...addedAbilities]
    : permissions

/** Custom roles of the instance, which only Ultimate has. */
export const memberRole: Resource = (api) => {
  if (isCommunity(api)) return
  const before = (call: Call) => {
    administrator(call)
    if (call.instance.tier !== 'ultimate') throw forbidden()
  }

  api.get('/member_roles', { before, params: params({}) }, (call) =>
    call.store
      .of(memberRoles)
      .all()
      .map((role) => presentMemberRole(role, api)),
  )

  const abilities = abilitiesOf(api)
  const flags = Object.fromEntries(abilities.map((name) => [name, boolean]))
  const fields = { name: string.required(), base_access_level: integer.required(), description: string }
  api.post('/member_roles', { before, params: params({ ...flags, ...fields }) }, (call, sent) => {
    const { name, base_access_level, description = null } = sent
    return presentMemberRole(
      call.store.of(memberRoles).insert({
        name: name ?? '',
        base_access_level: base_access_level ?? 0,
        description,
        permissions: abilities.filter((one) => (sent as Record<string, unknown>)[one] === true),
      }),
      api,
    )
  })

  api.delete('/member_roles/:role_id', { before, params: params({ role_id: segmentId }) }, (call, { role_id }) => {
    const found = call.store.of(memberRoles).get(role_id)
    if (!found) throw notFound('Member Role')
    if (call.store.of(memberships).where('role', role_id).length > 0) throw failed(400, inUse)
    call.store.of(memberRoles).delete(found)
  })
}

const inUse = 'Role is assigned to one or more group members. Remove role from all group members, then delete role.'

export const presentMemberRole = (
  { id, name, description, base_access_level, permissions: given }: MemberRoleRecord,
  instance: InstanceRelease,
) => ({
  id,
  group_id: null,
  name,
  description,
  base_access_level,
  ...Object.fromEntries(abilitiesOf(instance).map((one) => [one, given.includes(one)])),
})
