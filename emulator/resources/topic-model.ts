import { projects } from '../records/project'
import { topics } from '../records/topic'
import type { Store } from '../store/store'

const longest = 255

/** Whether GitLab can store a topic with the name. */
const isStorable = (name: string): boolean => [...name].length <= longest && !/[\n\v\f\r\u0085\u2028\u2029]/.test(name)

/** The topics in a store, which all projects share, and the rules of the model. */
export class TopicModel {
  constructor(private readonly store: Store) {}

  /**
   * The spellings of the topics when they were first used, each once. Adds unknown ones. Returns undefined, and adds
   * none, if GitLab cannot store one of them.
   */
  spell(names: readonly string[]): string[] | undefined {
    const found = names.map((name) => ({ name, known: this.#find(name) }))
    if (found.some(({ name, known }) => known === undefined && !isStorable(name))) return undefined
    const spelled = found.map(({ name, known }) => known ?? this.#find(name) ?? this.#add(name))
    return [...new Set(spelled)]
  }

  #find(name: string): string | undefined {
    const stored = this.store.of(topics).find('name', name.toLowerCase())
    if (stored) return stored.name
    // A world declares topics only with its projects.
    const declared = this.store.of(projects).all()
    return declared
      .flatMap((project) => project.topics ?? [])
      .find((topic) => topic.toLowerCase() === name.toLowerCase())
  }

  #add(name: string): string {
    this.store.of(topics).insert({ name })
    return name
  }
}
