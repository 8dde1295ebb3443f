package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestProject(t *testing.T) {
	projects := as(t, "owner").Projects
	created, _, err := projects.CreateProject(&gitlab.CreateProjectOptions{
		Name:                 gitlab.Ptr("Fresh"),
		Path:                 gitlab.Ptr("fresh"),
		NamespaceID:          gitlab.Ptr(int64(group)),
		Description:          gitlab.Ptr("for the client"),
		Visibility:           gitlab.Ptr(gitlab.InternalVisibility),
		InitializeWithReadme: gitlab.Ptr(true),
		Topics:               &[]string{"go", "client"},
		ContainerExpirationPolicyAttributes: &gitlab.ContainerExpirationPolicyAttributes{
			Cadence: gitlab.Ptr("7d"), KeepN: gitlab.Ptr(int64(5)), Enabled: gitlab.Ptr(true),
			NameRegexDelete: gitlab.Ptr("dev-.*"), NameRegexKeep: gitlab.Ptr("release"),
		},
	})
	must(t, err)
	equal(t, created.PathWithNamespace, "acme/fresh")
	equal(t, created.NameWithNamespace, "Acme / Fresh")
	equal(t, created.Description, "for the client")
	equal(t, created.Visibility, gitlab.InternalVisibility)
	equal(t, created.DefaultBranch, "main")
	equal(t, created.EmptyRepo, false)
	equal(t, created.Topics, []string{"client", "go"})
	equal(t, created.Namespace.ID, group)
	equal(t, created.Namespace.Kind, "group")
	equal(t, created.ContainerExpirationPolicy.Cadence, "7d")
	equal(t, created.ContainerExpirationPolicy.KeepN, 5)
	equal(t, created.ContainerExpirationPolicy.NameRegex, "dev-.*")
	equal(t, created.ContainerExpirationPolicy.NameRegexKeep, "release")
	equal(t, created.ContainerExpirationPolicy.Enabled, true)
	_, _, err = projects.CreateProject(&gitlab.CreateProjectOptions{
		Path: gitlab.Ptr("fresh"), NamespaceID: gitlab.Ptr(int64(group)),
	})
	refused(t, err, http.StatusBadRequest)

	updated, _, err := projects.EditProject(created.ID, settings())
	must(t, err)
	expectSettings(t, updated)
	read, _, err := projects.GetProject("acme/fresh", nil)
	must(t, err)
	expectSettings(t, read)
	equal(t, read.ID, created.ID)
	equal(t, read.Permissions.GroupAccess.AccessLevel, gitlab.OwnerPermissions)

	archived, _, err := projects.ArchiveProject(created.ID)
	must(t, err)
	equal(t, archived.Archived, true)
	_, _, err = projects.UnarchiveProject(created.ID)
	must(t, err)

	found, _, err := projects.ListProjects(&gitlab.ListProjectsOptions{
		Search: gitlab.Ptr("fresh"), Owned: gitlab.Ptr(true), Topic: gitlab.Ptr("go"),
		Visibility: gitlab.Ptr(gitlab.InternalVisibility), MinAccessLevel: gitlab.Ptr(gitlab.OwnerPermissions),
	})
	must(t, err)
	equal(t, len(found), 1)
	equal(t, found[0].ID, created.ID)
	expectSettings(t, found[0])
	remove(t, projects, created.ID)
}

func TestProjectOfUser(t *testing.T) {
	projects := as(t, "developer").Projects
	created, _, err := projects.CreateProject(&gitlab.CreateProjectOptions{
		Name: gitlab.Ptr("Fresh notes"), Visibility: gitlab.Ptr(gitlab.PrivateVisibility),
	})
	must(t, err)
	equal(t, created.PathWithNamespace, "developer/fresh-notes")
	equal(t, created.Namespace.Kind, "user")
	equal(t, created.Owner.ID, developer)
	equal(t, created.CreatorID, developer)

	read, _, err := projects.GetProject(created.ID, &gitlab.GetProjectOptions{
		Statistics: gitlab.Ptr(true), License: gitlab.Ptr(true),
	})
	must(t, err)
	equal(t, read.Statistics.CommitCount, 0)
	remove(t, projects, created.ID)
}

func settings() *gitlab.EditProjectOptions {
	return &gitlab.EditProjectOptions{
		BuildTimeout:                           gitlab.Ptr(int64(1800)),
		BuildsAccessLevel:                      gitlab.Ptr(gitlab.PrivateAccessControl),
		CIDefaultGitDepth:                      gitlab.Ptr(int64(7)),
		CIDeletePipelinesInSeconds:             gitlab.Ptr(int64(86400)),
		CIConfigPath:                           gitlab.Ptr("ci/main.yml"),
		BuildGitStrategy:                       gitlab.Ptr("clone"),
		AutoCancelPendingPipelines:             gitlab.Ptr("disabled"),
		AutoDevopsDeployStrategy:               gitlab.Ptr("manual"),
		CIPipelineVariablesMinimumOverrideRole: gitlab.Ptr(gitlab.CiPipelineVariablesMaintainerRole),
		CIRestrictPipelineCancellationRole:     gitlab.Ptr(gitlab.AccessControlValue("maintainer")),
		KeepLatestArtifact:                     gitlab.Ptr(false),
		MergeCommitTemplate:                    gitlab.Ptr("%{title}"),
		MergeMethod:                            gitlab.Ptr(gitlab.FastForwardMerge),
		OnlyAllowMergeIfPipelineSucceeds:       gitlab.Ptr(true),
		PagesAccessLevel:                       gitlab.Ptr(gitlab.PublicAccessControl),
		PublicJobs:                             gitlab.Ptr(false),
		ResourceGroupDefaultProcessMode:        gitlab.Ptr(gitlab.OldestFirst),
		SharedRunnersEnabled:                   gitlab.Ptr(false),
		SquashOption:                           gitlab.Ptr(gitlab.SquashOptionAlways),
		SuggestionCommitMessage:                gitlab.Ptr("Apply"),
		WikiAccessLevel:                        gitlab.Ptr(gitlab.DisabledAccessControl),
	}
}

func expectSettings(t *testing.T, got *gitlab.Project) {
	t.Helper()
	equal(t, got.BuildTimeout, 1800)
	equal(t, got.BuildsAccessLevel, gitlab.PrivateAccessControl)
	equal(t, got.CIDefaultGitDepth, 7)
	equal(t, got.CIDeletePipelinesInSeconds, 86400)
	equal(t, got.CIConfigPath, "ci/main.yml")
	equal(t, got.BuildGitStrategy, "clone")
	equal(t, got.AutoCancelPendingPipelines, "disabled")
	equal(t, got.AutoDevopsDeployStrategy, "manual")
	equal(t, got.CIPipelineVariablesMinimumOverrideRole, gitlab.CiPipelineVariablesMaintainerRole)
	equal(t, got.CIRestrictPipelineCancellationRole, "maintainer")
	equal(t, got.KeepLatestArtifact, false)
	equal(t, got.MergeCommitTemplate, "%{title}")
	equal(t, got.MergeMethod, gitlab.FastForwardMerge)
	equal(t, got.OnlyAllowMergeIfPipelineSucceeds, true)
	equal(t, got.PagesAccessLevel, gitlab.PublicAccessControl)
	equal(t, got.PublicJobs, false)
	equal(t, got.ResourceGroupDefaultProcessMode, gitlab.OldestFirst)
	equal(t, got.SharedRunnersEnabled, false)
	equal(t, got.SquashOption, gitlab.SquashOptionAlways)
	equal(t, got.SuggestionCommitMessage, "Apply")
	equal(t, got.WikiAccessLevel, gitlab.DisabledAccessControl)
	equal(t, got.WikiEnabled, false)
}

func TestLifeOfProject(t *testing.T) {
	projects := as(t, "owner").Projects
	created, _, err := projects.CreateProject(&gitlab.CreateProjectOptions{
		Path: gitlab.Ptr("fresh-life"), NamespaceID: gitlab.Ptr(int64(group)),
	})
	must(t, err)
	equal(t, created.Name, "fresh-life")
	equal(t, created.EmptyRepo, true)

	moved, _, err := projects.TransferProject(created.ID, &gitlab.TransferProjectOptions{Namespace: platform})
	must(t, err)
	equal(t, moved.PathWithNamespace, "acme/platform/fresh-life")
	_, _, err = projects.TransferProject(created.ID, &gitlab.TransferProjectOptions{Namespace: "acme/platform"})
	refused(t, err, http.StatusBadRequest)

	administrator := as(t, "root").Groups
	_, _, err = administrator.TransferGroup(deployers, created.ID)
	must(t, err)
	home, _, err := administrator.TransferGroup("acme/platform", "deployers/fresh-life")
	must(t, err)
	equal(t, home.ID, platform)

	_, err = projects.DeleteProject(created.ID, nil)
	must(t, err)
	marked, _, err := projects.GetProject(created.ID, nil)
	must(t, err)
	equal(t, marked.MarkedForDeletionOn == nil, false)
	_, err = projects.DeleteProject(created.ID, nil)
	refused(t, err, http.StatusBadRequest)

	restored, _, err := projects.RestoreProject(created.ID)
	must(t, err)
	equal(t, restored.MarkedForDeletionOn, nil)
	equal(t, restored.PathWithNamespace, "acme/platform/fresh-life")
	_, _, err = projects.RestoreProject(created.ID)
	refused(t, err, http.StatusBadRequest)
	remove(t, projects, created.ID)
}

// remove marks the project for deletion and then deletes it at once.
func remove(t *testing.T, projects gitlab.ProjectsServiceInterface, id int64) {
	t.Helper()
	_, err := projects.DeleteProject(id, nil)
	must(t, err)
	marked, _, err := projects.GetProject(id, nil)
	must(t, err)
	_, err = projects.DeleteProject(id, &gitlab.DeleteProjectOptions{
		FullPath: &marked.PathWithNamespace, PermanentlyRemove: gitlab.Ptr(true),
	})
	must(t, err)
	_, _, err = projects.GetProject(id, nil)
	gone(t, err)
}
