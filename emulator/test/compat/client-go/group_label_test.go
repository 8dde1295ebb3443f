package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestGroupLabel(t *testing.T) {
	labels := as(t, "maintainer").GroupLabels
	created, _, err := labels.CreateGroupLabel(group, &gitlab.CreateGroupLabelOptions{
		Name: gitlab.Ptr("type::bug"), Color: gitlab.Ptr("red"), Description: gitlab.Ptr("a defect"),
	})
	must(t, err)
	equal(t, created, &gitlab.GroupLabel{
		ID: created.ID, Name: "type::bug", Color: "#FF0000", TextColor: "#FFFFFF", Description: "a defect",
	})
	_, _, err = labels.CreateGroupLabel(group, &gitlab.CreateGroupLabelOptions{
		Name: gitlab.Ptr("type::bug"), Color: gitlab.Ptr("#00FF00"),
	})
	refused(t, err, http.StatusConflict)

	read, _, err := labels.GetGroupLabel(group, "type::bug")
	must(t, err)
	equal(t, read, created)
	below, _, err := labels.ListGroupLabels(platform, &gitlab.ListGroupLabelsOptions{
		Search: gitlab.Ptr("bug"), WithCounts: gitlab.Ptr(true),
	})
	must(t, err)
	equal(t, below, []*gitlab.GroupLabel{created})

	updated, _, err := labels.UpdateGroupLabel(group, created.ID, &gitlab.UpdateGroupLabelOptions{
		NewName: gitlab.Ptr("type::defect"), Description: gitlab.Ptr(""),
	})
	must(t, err)
	equal(t, updated.Name, "type::defect")
	equal(t, updated.Description, "")
	equal(t, updated.Color, "#FF0000")
	subscribed, _, err := labels.SubscribeToGroupLabel(group, created.ID)
	must(t, err)
	equal(t, subscribed.Subscribed, true)

	_, err = labels.DeleteGroupLabel(group, nil, &gitlab.DeleteGroupLabelOptions{Name: gitlab.Ptr("type::defect")})
	must(t, err)
	_, _, err = labels.GetGroupLabel(group, created.ID)
	gone(t, err)
}
