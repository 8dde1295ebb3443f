import { ApiError, type Project } from '../../../sdk'

/** Archives a project, unless another user has done it at the same moment. */
export async function archiveOnce(archive: () => Promise<Project>, read: () => Promise<Project>): Promise<Project> {
  try {
    return await archive()
  } catch (error) {
    if (!ApiError.is(error) || !/already archived\.$/.test(error.serverMessage)) throw error
    const project = await read()
    if (project.archived !== true) throw error
    return project
  }
}
