package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestShareOfProject(t *testing.T) {
	projects := as(t, "owner").Projects
	share := &gitlab.ShareWithGroupOptions{
		GroupID:     gitlab.Ptr(int64(deployers)),
		GroupAccess: gitlab.Ptr(gitlab.ReporterPermissions),
		ExpiresAt:   gitlab.Ptr("2099-12-31"),
	}
	_, err := projects.ShareProjectWithGroup(otherProject, share)
	must(t, err)
	_, err = projects.ShareProjectWithGroup(otherProject, share)
	refused(t, err, http.StatusConflict)

	read, _, err := projects.GetProject(otherProject, nil)
	must(t, err)
	equal(t, len(read.SharedWithGroups), 1)
	equal(t, read.SharedWithGroups[0].GroupID, deployers)
	equal(t, read.SharedWithGroups[0].GroupFullPath, "deployers")
	equal(t, read.SharedWithGroups[0].GroupAccessLevel, int64(gitlab.ReporterPermissions))

	_, err = projects.DeleteSharedProjectFromGroup(otherProject, deployers)
	must(t, err)
	_, err = projects.DeleteSharedProjectFromGroup(otherProject, deployers)
	gone(t, err)
}

func TestShareOfGroup(t *testing.T) {
	groups := as(t, "owner").Groups
	expiry, err := gitlab.ParseISOTime("2099-12-31")
	must(t, err)
	shared, _, err := groups.ShareGroupWithGroup(platform, &gitlab.ShareGroupWithGroupOptions{
		GroupID: gitlab.Ptr(int64(deployers)), GroupAccess: gitlab.Ptr(gitlab.DeveloperPermissions), ExpiresAt: &expiry,
	})
	must(t, err)
	equal(t, shared.SharedWithGroups, []gitlab.SharedWithGroup{{
		GroupID:          deployers,
		GroupName:        "Deployers",
		GroupFullPath:    "deployers",
		GroupAccessLevel: int64(gitlab.DeveloperPermissions),
		ExpiresAt:        &expiry,
	}})

	_, err = groups.UnshareGroupFromGroup(platform, deployers)
	must(t, err)
	read, _, err := groups.GetGroup(platform, nil)
	must(t, err)
	equal(t, len(read.SharedWithGroups), 0)
}
