type Live = Readonly<Record<string, unknown>>

/** How a setting is treated that no response contains. */
export interface Hidden {
  shownBy(live: Live): boolean
}

const isEnterprise = (live: Live) => live.wiki_access_level !== undefined
const hasRelease = (live: Live) => live.lock_resource_access_token_notify_inherited !== undefined

/*
 * Other settings in a response tell whether the service knows a hidden one. If it does not, the setting counts as one that
 * the response should contain, so that it is not sent, and is an error.
 */

/** The Community Edition does not have the setting. */
export const ofEnterprise: Hidden = { shownBy: (live) => !isEnterprise(live) }

/** The Community Edition and releases before GitLab 19.3 do not have the setting. */
export const ofRelease: Hidden = { shownBy: (live) => !isEnterprise(live) || !hasRelease(live) }
