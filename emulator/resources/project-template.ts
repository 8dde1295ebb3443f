import { type Instance, isCommunity } from '../http/instance'
import { atMostOne } from '../http/param-rules'
import { boolean, integer, string } from '../http/param-types'

/** Templates of new projects. The emulator has no custom ones. */

const builtIn = new Set([
  ...['rails', 'spring', 'express', 'iosswift', 'dotnetcore', 'android', 'gomicro', 'astro', 'hugo', 'jekyll'],
  ...['nextjs', 'nuxt', 'plainhtml', 'gitpod_spring_petclinic', 'salesforcedx', 'serverless_framework'],
  ...['tencent_serverless_framework', 'jsonnet', 'cluster_management', 'kotlin_native_linux'],
  ...['typo3_distribution', 'laravel', 'nist_80053r5', 'gitlab_components', 'sample'],
])

type Edition = Pick<Instance, 'flavor' | 'tier'>

export const templateParams = (instance: Edition) => ({
  template_name: string,
  template_project_id: integer,
  ...(!isCommunity(instance) && { use_custom_template: boolean }),
})

export const oneSource = atMostOne('import_url', 'template_name', 'template_project_id')

type Sent = Record<string, unknown>

/** Whether the project is made from a template. */
export const isFromTemplate = ({ template_name, template_project_id, use_custom_template }: Sent): boolean =>
  Boolean(template_name || template_project_id || use_custom_template)

/** The complaints about the template by parameter. */
export function complaintsAboutTemplate({ tier }: Edition, sent: Sent): Record<string, string[]> {
  if (!isFromTemplate(sent)) return {}
  const name = String(sent.template_name ?? '')
  const id = sent.template_project_id as number | null | undefined
  const unknown = { template_name: [`'${name}' is unknown or invalid`] }
  const isLicensed = tier === 'premium' || tier === 'ultimate'
  if (!isLicensed || !sent.use_custom_template) return builtIn.has(name) ? {} : unknown
  if (id) return { template_project_id: [`${id} is unknown or invalid`] }
  return name ? unknown : { use_custom_template: ['must be used with template_name or template_project_id'] }
}
