/** Settings that apply to all sets of a project or group, or to some of them. */
export const choiceNames = ['exclusive', 'retainOnRemove'] as const
export type ChoiceName = (typeof choiceNames)[number]

export const isChoiceName = (name: string): name is ChoiceName => choiceNames.some((choice) => choice === name)
