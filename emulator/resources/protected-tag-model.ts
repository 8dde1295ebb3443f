import { failed } from '../http/errors'
import type { Tier } from '../http/instance'
import type { ProjectRecord } from '../records/project'
import {
  type CreateAccessLevelRecord,
  createAccessLevels,
  type ProtectedTagRecord,
  protectedTags,
  type RefAccessLevel,
} from '../records/protected-tag'
import type { Store } from '../store/store'
import { complaintsAboutLevels, type draftLevels } from './ref-access-level'

/** The protected tags in a store, and the rules of the model. */
export class ProtectedTagModel {
  constructor(private readonly store: Store) {}

  of(project: ProjectRecord): readonly ProtectedTagRecord[] {
    return this.store.of(protectedTags).where('project', project.id)
  }

  find(project: ProjectRecord, name: string): ProtectedTagRecord | undefined {
    return this.store.of(protectedTags).find('name', `${project.id} ${name}`)
  }

  levelsOf({ id }: ProtectedTagRecord): readonly CreateAccessLevelRecord[] {
    return this.store.of(createAccessLevels).where('tag', id)
  }

  /** @throws HttpError 422 with sentences. */
  create(
    project: ProjectRecord,
    name: string,
    levels: ReturnType<typeof draftLevels>,
    { tier, now }: { tier: Tier; now: string },
  ): ProtectedTagRecord {
    const complaints = [
      ...complaintsAboutLevels(this.store, tier, project, levels).map((text) => `Create access levels ${text}`),
      ...(name.trim() === '' ? ["Name can't be blank"] : []),
      ...(this.find(project, name) ? ['Name has already been taken'] : []),
    ]
    if (complaints.length > 0) throw failed(422, [...new Set(complaints)])
    const tag = this.store.of(protectedTags).insert({ project_id: project.id, name, created_at: now, updated_at: now })
    for (const level of levels) {
      const record = { ...(level as RefAccessLevel), project_id: project.id, protected_tag_id: tag.id }
      this.store.of(createAccessLevels).insert(record)
    }
    return tag
  }

  delete(tag: ProtectedTagRecord): void {
    this.store.deleteWhere('protected_tag_id', tag.id)
    this.store.of(protectedTags).delete(tag)
  }

  /** Removes the entries of a group that is no longer invited to the project. The tags stay protected. */
  forgetGroup(project: ProjectRecord, group: number): void {
    const levels = this.store.of(createAccessLevels)
    for (const level of levels.where('project', project.id)) if (level.group_id === group) levels.delete(level)
  }
}
