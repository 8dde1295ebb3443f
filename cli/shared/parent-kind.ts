/** Whether the objects of the kind are the projects or groups themselves. */
export const isParentKind = (kind: string): boolean => kind === 'project' || kind === 'group'
