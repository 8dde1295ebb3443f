package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestProtectedBranch(t *testing.T) {
	branches := as(t, "maintainer").ProtectedBranches
	created, _, err := branches.ProtectRepositoryBranches(project, &gitlab.ProtectRepositoryBranchesOptions{
		Name:            gitlab.Ptr("release/*"),
		AllowForcePush:  gitlab.Ptr(true),
		PushAccessLevel: gitlab.Ptr(gitlab.NoPermissions),
		AllowedToMerge: &[]*gitlab.BranchPermissionOptions{
			{UserID: gitlab.Ptr(int64(developer))},
			{AccessLevel: gitlab.Ptr(gitlab.MaintainerPermissions)},
		},
		CodeOwnerApprovalRequired: gitlab.Ptr(true),
	})
	must(t, err)
	equal(t, created.AllowForcePush && created.CodeOwnerApprovalRequired, true)
	equal(t, created.PushAccessLevels[0].AccessLevel, gitlab.NoPermissions)
	equal(t, len(created.MergeAccessLevels), 2)

	_, _, err = branches.ProtectRepositoryBranches(project, &gitlab.ProtectRepositoryBranchesOptions{Name: gitlab.Ptr("release/*")})
	refused(t, err, http.StatusConflict)

	read, _, err := branches.GetProtectedBranch(project, "release/*")
	must(t, err)
	equal(t, read, created)

	found, _, err := branches.ListProtectedBranches(project, &gitlab.ListProtectedBranchesOptions{Search: gitlab.Ptr("release")})
	must(t, err)
	equal(t, found, []*gitlab.ProtectedBranch{created})

	var entry int64
	for _, level := range created.MergeAccessLevels {
		if level.UserID == developer {
			entry = level.ID
		}
	}
	updated, _, err := branches.UpdateProtectedBranch(project, "release/*", &gitlab.UpdateProtectedBranchOptions{
		AllowForcePush: gitlab.Ptr(false),
		AllowedToMerge: &[]*gitlab.BranchPermissionOptions{{ID: &entry, Destroy: gitlab.Ptr(true)}},
	})
	must(t, err)
	equal(t, updated.AllowForcePush, false)
	equal(t, len(updated.MergeAccessLevels), 1)
	equal(t, updated.MergeAccessLevels[0].AccessLevel, gitlab.MaintainerPermissions)

	_, err = branches.UnprotectRepositoryBranches(project, "release/*")
	must(t, err)
	_, _, err = branches.GetProtectedBranch(project, "release/*")
	gone(t, err)
}
