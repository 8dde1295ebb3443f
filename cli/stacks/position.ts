/** A line of a file of the program. */
export interface Position {
  /** The path of the file from the project's folder, with slashes. */
  file: string
  line: number
}

/** Folders with packages, which can be inside the project's folder. */
const packageFolders = ['node_modules', 'site-packages']

/**
 * The line of the program that declared a resource: the first frame in a file of the project's folder that does not belong
 * to a package. Undefined if there is none, as for programs in YAML.
 *
 * @param frames The URIs of a state, such as `project:///lib/labels.ts#12,3`, innermost first.
 */
export function positionIn(frames: readonly (string | undefined)[]): Position | undefined {
  for (const frame of frames) {
    const position = frame === undefined ? undefined : parsed(frame)
    if (position) return position
  }
  return undefined
}

function parsed(uri: string): Position | undefined {
  // A parser of URLs would resolve "..", which leads out of the project's folder.
  const [, encoded = '', line] = /^project:\/\/\/([^#]+)#(\d+)/.exec(uri) ?? []
  const file = decoded(encoded)
  if (file === undefined || Number(line) === 0) return undefined
  const folders = file.split(/[/\\]/)
  const isOutside = folders.some((name) => name === '' || name === '..' || name.endsWith(':'))
  const isPackage = folders.some((name) => packageFolders.includes(name))
  return isOutside || isPackage ? undefined : { file, line: Number(line) }
}

function decoded(path: string): string | undefined {
  try {
    return path === '' ? undefined : decodeURIComponent(path)
  } catch {
    return undefined
  }
}
