import { choice, flag, integer } from '../core/schema/fields'
import { effective, setting } from '../core/schema/managed-setting'
import { aiSettings } from './group-ai-settings'
import { names } from './group-field-types'
import { type Hidden, ofEnterprise, ofRelease } from './group-hidden-settings'

const onOff = () => setting(flag())
const hiddenOnOff = (hidden: Hidden) => setting(flag(hidden))

/**
 * The settings of a group about GitLab Duo. No response contains some of them: then nothing says whether the service has
 * applied them, and changes by others are not noticed.
 */
export const assistantSettings = {
  /** Whether GitLab Duo is available. The service also changes the projects and subgroups, later. */
  duoFeaturesEnabled: onOff(),
  /** Whether projects and subgroups cannot change `duoFeaturesEnabled`. */
  lockDuoFeaturesEnabled: onOff(),
  /** Whether GitLab Duo Core is available. Requires an add-on. */
  duoCoreFeaturesEnabled: onOff(),
  /**
   * Whether experiments and beta features of GitLab Duo are available. Requires an add-on: without it, the service keeps
   * `false`, and the update warns. Premium or Ultimate. GitLab 19.3 or later.
   */
  experimentFeaturesEnabled: effective('experimentFeaturesEnabled', flag()),
  /** Whether GitLab Duo reviews merge requests of new projects. Requires an add-on. */
  autoDuoCodeReviewEnabled: onOff(),
  /**
   * Settings of the agents of GitLab Duo. Only the settings in it are managed. Premium or Ultimate. GitLab 19.3 or later.
   */
  aiSettings: setting(aiSettings()),
  /**
   * Whether flows of GitLab Duo can run in CI/CD. `false` also forbids it to the projects and subgroups. The service never
   * returns it, so that changes by others are not noticed. Premium or Ultimate.
   */
  duoRemoteFlowsAvailability: hiddenOnOff(ofEnterprise),
  /**
   * Whether the flows of GitLab are available. `false` also forbids them to the projects and subgroups. The service never
   * returns it, so that changes by others are not noticed. Premium or Ultimate.
   */
  duoFoundationalFlowsAvailability: hiddenOnOff(ofEnterprise),
  /**
   * Whether users can add agents. The service never returns it, so that changes by others are not noticed. Premium or
   * Ultimate. GitLab 19.3 or later.
   */
  duoCustomAgentsAvailability: hiddenOnOff(ofRelease),
  /**
   * Whether users can add flows. The service never returns it, so that changes by others are not noticed. Premium or
   * Ultimate. GitLab 19.3 or later.
   */
  duoCustomFlowsAvailability: hiddenOnOff(ofRelease),
  /**
   * Whether users can add agents of other vendors. The service never returns it, so that changes by others are not noticed.
   * Premium or Ultimate. GitLab 19.3 or later.
   */
  duoExternalAgentsAvailability: hiddenOnOff(ofRelease),
  /**
   * Whether users can approve a tool for a whole session. The service never returns it, so that changes by others are not
   * noticed. Premium or Ultimate. GitLab 19.3 or later.
   */
  toolApprovalForSessionAvailability: setting(choice(['default_on', 'default_off', 'never_on'], ofRelease)),
  /**
   * Names of the flows of GitLab that are enabled, in any order. `[]`: none. The service never returns them, so that changes
   * by others are not noticed. Premium or Ultimate.
   */
  enabledFoundationalFlows: setting(names(ofEnterprise)),
  /**
   * Id of a project with templates for GitLab Duo. The service never returns it, so that changes by others are not noticed.
   * Premium or Ultimate. GitLab 19.3 or later.
   */
  duoTemplateProjectId: setting(integer({ minimum: 1 }, ofRelease)),
  /**
   * Whether prompts can be cached. The service never returns it, so that changes by others are not noticed. Premium or
   * Ultimate.
   */
  modelPromptCacheEnabled: hiddenOnOff(ofEnterprise),
  /**
   * Whether Amazon Q reviews merge requests. The service never returns it, so that changes by others are not noticed.
   * Requires an add-on.
   */
  amazonQAutoReviewEnabled: hiddenOnOff(ofEnterprise),
  /**
   * Whether events of GitLab Duo are stored for audits. The service never returns it, so that changes by others are not
   * noticed. Premium or Ultimate. GitLab 19.3 or later.
   */
  aiAuditEventsStorageEnabled: hiddenOnOff(ofRelease),
  /**
   * Whether subgroups cannot change `aiAuditEventsStorageEnabled`. The service never returns it, so that changes by others
   * are not noticed. Premium or Ultimate. GitLab 19.3 or later.
   */
  lockAiAuditEventsStorageEnabled: hiddenOnOff(ofRelease),
}
