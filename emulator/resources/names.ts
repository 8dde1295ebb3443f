import { blank, tooLong } from '../http/validation'

/** GitLab's rules for names and paths of users, groups and projects. Valid ones have no complaints. */

const letters = '[\\p{L}\\p{N}\\u{00A9}-\\u{1f9ff}_]'
const groupName = new RegExp(`^${letters}[\\p{L}\\p{N}\\p{Pd}\\u{00A9}-\\u{1f9ff}_(). ]*$`, 'u')
const projectName = new RegExp(`^${letters}[\\p{L}\\p{N}\\p{Pd}+\\u{00A9}-\\u{1f9ff}_. ]*$`, 'u')
const namespacePath = /^(?!.*\.(?:git|atom)$)[a-z\d_.][\w.-]*(?<!\.)$/i
const projectPath = /^(?!.*\.(?:git|atom)$)(?!-)[\w.-]+$/i
const plainPath = /^(?!.*\.(?:git|atom)$)[a-z\d]+(?:[._-][a-z\d]+)*$/i

/** First segments of other URLs of GitLab. */
const reserved = new Set(
  (
    '- admin api assets dashboard explore files groups health_check help import jwt oauth profile projects public ' +
    'robots.txt s search unsubscribe uploads users v2'
  ).split(' '),
)

export function complaintsAboutGroupName(name: string): string[] {
  const odd =
    "can contain only letters, digits, emoji, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'."
  return [...blank(name), ...tooLong(name, 255), ...(groupName.test(name) ? [] : [odd])]
}

/** For paths of groups and for usernames, which are paths of namespaces. */
export function complaintsAboutNamespacePath(path: string, { top = true } = {}): string[] {
  const odd =
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'."
  return [
    ...blank(path),
    ...tooLong(path, 255),
    ...(namespacePath.test(path) ? [] : [odd]),
    ...(top && reserved.has(path.toLowerCase()) ? [`${path} is a reserved name`] : []),
  ]
}

export function complaintsAboutProjectName(name: string): string[] {
  const odd =
    "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'."
  return [...blank(name), ...tooLong(name, 255), ...(projectName.test(name) ? [] : [odd])]
}

export function complaintsAboutProjectPath(path: string): string[] {
  const odd =
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'"
  const plain =
    "can only include non-accented letters, digits, '_', '-' and '.'. It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'."
  return [
    ...blank(path),
    ...tooLong(path, 255),
    ...(projectPath.test(path) ? [] : [odd]),
    ...(plainPath.test(path) ? [] : [plain]),
  ]
}

/** Whether the path is valid for a project. */
export const isProjectPath = (path: string): boolean => projectPath.test(path)

/** Derives a path from a name: `My App` becomes `my-app`. */
export const pathOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()

const emailForm = /^[^@\s]+@[^@\s]+$/

export const complaintsAboutEmail = (email: string): string[] => [
  ...blank(email),
  ...(emailForm.test(email) ? [] : ['is invalid']),
]
