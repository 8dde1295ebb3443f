import type { Instance } from '../http/instance'
import { isAtLeast } from '../http/release'
import { blank, tooLong } from '../http/validation'

/** GitLab's rules for names and paths of users, groups and projects. Valid ones have no complaints. */

const letters = '[\\p{L}\\p{N}\\u{00A9}-\\u{1f9ff}_]'
const groupName = new RegExp(`^${letters}[\\p{L}\\p{N}\\p{Pd}\\u{00A9}-\\u{1f9ff}_(). ]*$`, 'u')
const projectName = new RegExp(`^${letters}[\\p{L}\\p{N}\\p{Pd}+\\u{00A9}-\\u{1f9ff}_. ]*$`, 'u')
const namespacePath = /^(?!.*\.(?:git|atom)$)[a-z\d_.][\w.-]*(?<!\.)$/i
const projectPath = /^(?!.*\.(?:git|atom)$)(?!-)[\w.-]+$/i
const plainPath = /^[a-z\d]+(?:[._-][a-z\d]+)*$/i

/** First segments of other URLs of GitLab. */
const reservedAtTop = new Set(
  (
    '- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard ' +
    'deploy.html explore favicon.ico favicon.png files groups health_check help import jwt login oauth profile ' +
    'projects public robots.txt s search sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets ' +
    'unsubscribe uploads users v2'
  ).split(' '),
)

/** Segments that follow the path of a project in other URLs of GitLab. */
const reservedBelow = new Set(
  '- badges blame blob builds commits create create_dir edit files find_file new preview raw refs tree update wikis'.split(
    ' ',
  ),
)

const plain =
  "can only include non-accented letters, digits, '_', '-' and '.'. It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'."
const markup = (brackets: string): string =>
  `cannot contain HTML/XML tags, including any word between angle brackets (${brackets}).`

/** GitLab's rules depend on the release. */
type OfRelease = Pick<Instance, 'flavor' | 'release'>

export function complaintsAboutGroupName(instance: OfRelease, name: string): string[] {
  const odd =
    "can contain only letters, digits, emoji, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'."
  return [
    ...blank(name),
    ...tooLong(name, 255),
    ...(/<[^<>]*>/.test(name) ? [markup(isAtLeast(instance, '19.3') ? '<, >' : '<,>')] : []),
    ...(groupName.test(name) ? [] : [odd]),
  ]
}

/** For paths of groups and for usernames, which are paths of namespaces. `top`: whether it has no parent. */
export function complaintsAboutNamespacePath(path: string, { top = true } = {}): string[] {
  const odd =
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'."
  return [
    ...blank(path),
    ...tooLong(path, 255),
    ...(plainPath.test(path) ? [] : [plain]),
    ...(namespacePath.test(path) ? reservedComplaints(path, top ? reservedAtTop : reservedBelow) : [odd]),
    ...([...path].length < 2 ? ['is too short (minimum is 2 characters)'] : []),
  ]
}

const reservedComplaints = (path: string, words: ReadonlySet<string>): string[] =>
  words.has(path.toLowerCase()) ? [`${path} is a reserved name`] : []

/** What GitLab complains about in the full path of a group or project, which it reports for the path. */
export const complaintsAboutFullPath = (full: string): string[] => [
  ...tooLong(full, 255),
  ...(full === '' ? ['is too short (minimum is 1 character)', "can't be blank"] : []),
]

export function complaintsAboutProjectName(name: string): string[] {
  const odd =
    "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'."
  return [...blank(name), ...tooLong(name, 255), ...(projectName.test(name) ? [] : [odd])]
}

/** What GitLab complains about in the name of the namespace that belongs to a project. */
export const complaintsAboutInnerName = (name: string): string[] => [...blank(name), ...tooLong(name, 255)]

/** `isSent`: false for a new project without a path, of which GitLab validates less. */
export function complaintsAboutProjectPath(instance: OfRelease, path: string, isSent = true): string[] {
  return [
    ...blank(path),
    ...complaintsAboutProjectSegment(instance, path),
    ...tooLong(path, 255),
    ...(isSent && !plainPath.test(path) ? [plain] : []),
  ]
}

/** The same for the namespace that belongs to a project, in another order. */
export function complaintsAboutInnerPath(instance: OfRelease, path: string, isSent = true): string[] {
  return [
    ...blank(path),
    ...tooLong(path, 255),
    ...(isSent && !plainPath.test(path) ? [plain] : []),
    ...complaintsAboutProjectSegment(instance, path),
  ]
}

function complaintsAboutProjectSegment(instance: OfRelease, path: string): string[] {
  const odd =
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'"
  // Later releases also limit the length in this rule.
  const isLong = path.length > 255 && isAtLeast(instance, '19.3')
  return projectPath.test(path) && !isLong ? reservedComplaints(path, reservedBelow) : [odd]
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
