package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestProtectedTag(t *testing.T) {
	tags := as(t, "maintainer").ProtectedTags
	created, _, err := tags.ProtectRepositoryTags(project, &gitlab.ProtectRepositoryTagsOptions{
		Name: gitlab.Ptr("v*"),
		AllowedToCreate: &[]*gitlab.TagsPermissionOptions{
			{UserID: gitlab.Ptr(int64(developer))},
			{AccessLevel: gitlab.Ptr(gitlab.MaintainerPermissions)},
		},
	})
	must(t, err)
	equal(t, len(created.CreateAccessLevels), 2)

	_, _, err = tags.ProtectRepositoryTags(project, &gitlab.ProtectRepositoryTagsOptions{Name: gitlab.Ptr("v*")})
	refused(t, err, http.StatusUnprocessableEntity)

	read, _, err := tags.GetProtectedTag(project, "v*")
	must(t, err)
	equal(t, read, created)

	all, _, err := tags.ListProtectedTags(project, nil)
	must(t, err)
	equal(t, all, []*gitlab.ProtectedTag{created})

	_, err = tags.UnprotectRepositoryTags(project, "v*")
	must(t, err)
	_, _, err = tags.GetProtectedTag(project, "v*")
	gone(t, err)
}
