package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestGroup(t *testing.T) {
	groups := as(t, "owner").Groups
	created, _, err := groups.CreateGroup(&gitlab.CreateGroupOptions{
		Name:                  gitlab.Ptr("Fresh group"),
		Path:                  gitlab.Ptr("fresh-group"),
		ParentID:              gitlab.Ptr(int64(group)),
		Description:           gitlab.Ptr("for the client"),
		Visibility:            gitlab.Ptr(gitlab.InternalVisibility),
		ProjectCreationLevel:  gitlab.Ptr(gitlab.MaintainerProjectCreation),
		SubGroupCreationLevel: gitlab.Ptr(gitlab.OwnerSubGroupCreationLevelValue),
		DefaultBranch:         gitlab.Ptr("trunk"),
		DefaultBranchProtectionDefaults: &gitlab.DefaultBranchProtectionDefaultsOptions{
			AllowedToPush:  &[]*gitlab.GroupAccessLevel{{AccessLevel: gitlab.Ptr(gitlab.DeveloperPermissions)}},
			AllowedToMerge: &[]*gitlab.GroupAccessLevel{{AccessLevel: gitlab.Ptr(gitlab.MaintainerPermissions)}},
			AllowForcePush: gitlab.Ptr(true),
		},
	})
	must(t, err)
	equal(t, created.FullPath, "acme/fresh-group")
	equal(t, created.FullName, "Acme / Fresh group")
	equal(t, created.ParentID, group)
	equal(t, created.Description, "for the client")
	equal(t, created.Visibility, gitlab.InternalVisibility)
	equal(t, created.ProjectCreationLevel, gitlab.MaintainerProjectCreation)
	equal(t, created.SubGroupCreationLevel, gitlab.OwnerSubGroupCreationLevelValue)
	equal(t, created.DefaultBranch, "trunk")
	equal(t, created.DefaultBranchProtectionDefaults, &gitlab.BranchProtectionDefaults{
		AllowedToPush:  []*gitlab.GroupAccessLevel{{AccessLevel: gitlab.Ptr(gitlab.DeveloperPermissions)}},
		AllowedToMerge: []*gitlab.GroupAccessLevel{{AccessLevel: gitlab.Ptr(gitlab.MaintainerPermissions)}},
		AllowForcePush: true,
	})
	_, _, err = groups.CreateGroup(&gitlab.CreateGroupOptions{
		Name: gitlab.Ptr("Fresh group"), Path: gitlab.Ptr("fresh-group"), ParentID: gitlab.Ptr(int64(group)),
	})
	refused(t, err, http.StatusBadRequest)

	updated, _, err := groups.UpdateGroup(created.ID, &gitlab.UpdateGroupOptions{
		Name:                 gitlab.Ptr("Fresher group"),
		EmailsEnabled:        gitlab.Ptr(false),
		LFSEnabled:           gitlab.Ptr(false),
		MentionsDisabled:     gitlab.Ptr(true),
		RequestAccessEnabled: gitlab.Ptr(false),
		ShareWithGroupLock:   gitlab.Ptr(true),
		RequireTwoFactorAuth: gitlab.Ptr(true),
		TwoFactorGracePeriod: gitlab.Ptr(int64(12)),
		SharedRunnersSetting: gitlab.Ptr(gitlab.DisabledAndOverridableSharedRunnersSettingValue),
		WikiAccessLevel:      gitlab.Ptr(gitlab.PrivateAccessControl),
	})
	must(t, err)
	equal(t, updated.Name, "Fresher group")
	equal(t, updated.Path, "fresh-group")
	equal(t, updated.EmailsEnabled, false)
	equal(t, updated.EmailsDisabled, true)
	equal(t, updated.LFSEnabled, false)
	equal(t, updated.MentionsDisabled, true)
	equal(t, updated.RequestAccessEnabled, false)
	equal(t, updated.ShareWithGroupLock, true)
	equal(t, updated.RequireTwoFactorAuth, true)
	equal(t, updated.TwoFactorGracePeriod, 12)
	equal(t, updated.SharedRunnersSetting, gitlab.DisabledAndOverridableSharedRunnersSettingValue)
	equal(t, updated.WikiAccessLevel, gitlab.PrivateAccessControl)

	read, _, err := groups.GetGroup("acme/fresh-group", nil)
	must(t, err)
	equal(t, read, updated)
	removeGroup(t, groups, created.ID)
}

func TestLifeOfGroup(t *testing.T) {
	groups := as(t, "owner").Groups
	created, _, err := groups.CreateGroup(&gitlab.CreateGroupOptions{
		Name: gitlab.Ptr("Fresh life"), Path: gitlab.Ptr("fresh-life-group"), ParentID: gitlab.Ptr(int64(group)),
	})
	must(t, err)
	moved, _, err := groups.TransferSubGroup(created.ID, &gitlab.TransferSubGroupOptions{GroupID: gitlab.Ptr(int64(platform))})
	must(t, err)
	equal(t, moved.FullPath, "acme/platform/fresh-life-group")
	equal(t, moved.ParentID, platform)
	_, _, err = groups.TransferSubGroup(created.ID, &gitlab.TransferSubGroupOptions{GroupID: gitlab.Ptr(int64(platform))})
	refused(t, err, http.StatusBadRequest)

	_, err = groups.DeleteGroup(created.ID, nil)
	must(t, err)
	marked, _, err := groups.GetGroup(created.ID, nil)
	must(t, err)
	equal(t, marked.MarkedForDeletionOn == nil, false)
	_, err = groups.DeleteGroup(created.ID, nil)
	refused(t, err, http.StatusBadRequest)

	restored, _, err := groups.RestoreGroup(created.ID)
	must(t, err)
	equal(t, restored.MarkedForDeletionOn, nil)
	equal(t, restored.FullPath, "acme/platform/fresh-life-group")
	_, _, err = groups.RestoreGroup(created.ID)
	refused(t, err, http.StatusBadRequest)
	removeGroup(t, groups, created.ID)
}

func TestTopLevelGroup(t *testing.T) {
	groups := as(t, "root").Groups
	created, _, err := groups.CreateGroup(&gitlab.CreateGroupOptions{
		Name: gitlab.Ptr("Fresh top"), Path: gitlab.Ptr("fresh-top"), Visibility: gitlab.Ptr(gitlab.PrivateVisibility),
	})
	must(t, err)
	equal(t, created.ParentID, 0)
	updated, _, err := groups.UpdateGroup(created.ID, &gitlab.UpdateGroupOptions{
		MembershipLock:                              gitlab.Ptr(true),
		PreventForkingOutsideGroup:                  gitlab.Ptr(true),
		SharedRunnersMinutesLimit:                   gitlab.Ptr(int64(1000)),
		EnabledGitAccessProtocol:                    gitlab.Ptr(gitlab.EnabledGitAccessProtocolSSH),
		UniqueProjectDownloadLimit:                  gitlab.Ptr(int64(3)),
		UniqueProjectDownloadLimitIntervalInSeconds: gitlab.Ptr(int64(60)),
		UniqueProjectDownloadLimitAllowlist:         &[]string{"owner"},
		UniqueProjectDownloadLimitAlertlist:         &[]int64{1},
	})
	must(t, err)
	equal(t, updated.MembershipLock, true)
	equal(t, updated.PreventForkingOutsideGroup, true)
	equal(t, updated.SharedRunnersMinutesLimit, 1000)

	moved, _, err := groups.TransferSubGroup(created.ID, &gitlab.TransferSubGroupOptions{GroupID: gitlab.Ptr(int64(group))})
	must(t, err)
	equal(t, moved.FullPath, "acme/fresh-top")
	back, _, err := groups.TransferSubGroup(created.ID, nil)
	must(t, err)
	equal(t, back.FullPath, "fresh-top")
	equal(t, back.ParentID, 0)
	_, _, err = groups.TransferSubGroup(created.ID, nil)
	refused(t, err, http.StatusBadRequest)
	_, err = groups.DeleteGroup(created.ID, nil)
	must(t, err)
}

func TestContentsOfGroup(t *testing.T) {
	groups := as(t, "owner").Groups
	below, _, err := groups.ListSubGroups(group, nil)
	must(t, err)
	equal(t, len(below), 1)
	equal(t, below[0].ID, platform)
	equal(t, below[0].FullName, "Acme / Platform")

	projects, _, err := groups.ListGroupProjects(group, &gitlab.ListGroupProjectsOptions{
		IncludeSubGroups: gitlab.Ptr(true), OrderBy: gitlab.Ptr("id"), Sort: gitlab.Ptr("asc"),
	})
	must(t, err)
	paths := []string{}
	for _, project := range projects {
		paths = append(paths, project.PathWithNamespace)
	}
	equal(t, paths, []string{"acme/web", "acme/api", "acme/platform/infra"})

	top, _, err := groups.ListGroups(&gitlab.ListGroupsOptions{TopLevelOnly: gitlab.Ptr(true), Owned: gitlab.Ptr(true)})
	must(t, err)
	equal(t, len(top), 2)
	read, _, err := groups.GetGroup(group, nil)
	must(t, err)
	equal(t, len(read.Projects), 2)
}

// removeGroup marks the subgroup for deletion and then deletes it at once.
func removeGroup(t *testing.T, groups gitlab.GroupsServiceInterface, id int64) {
	t.Helper()
	_, err := groups.DeleteGroup(id, nil)
	must(t, err)
	marked, _, err := groups.GetGroup(id, nil)
	must(t, err)
	_, err = groups.DeleteGroup(id, &gitlab.DeleteGroupOptions{
		FullPath: &marked.FullPath, PermanentlyRemove: gitlab.Ptr(true),
	})
	must(t, err)
	_, _, err = groups.GetGroup(id, nil)
	gone(t, err)
}
