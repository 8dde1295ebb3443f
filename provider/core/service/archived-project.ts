import { ApiError, type Client, type Project } from '../../../sdk'

/** Archives a project, unless another user has done it at the same moment. */
export async function archivedProject(api: Client, id: number): Promise<Project> {
  try {
    return await api.projects.archive(id)
  } catch (error) {
    if (!ApiError.is(error) || !/already archived\.$/.test(error.serverMessage)) throw error
    const project = await api.projects.get(id)
    if (project.archived !== true) throw error
    return project
  }
}
