package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestProjectHook(t *testing.T) {
	projects := as(t, "maintainer").Projects
	_, _, err := projects.AddProjectHook(project, &gitlab.AddProjectHookOptions{
		URL: gitlab.Ptr("https://hooks.example.com/{room}"),
	})
	refused(t, err, http.StatusUnprocessableEntity)

	created, _, err := projects.AddProjectHook(project, &gitlab.AddProjectHookOptions{
		URL:                    gitlab.Ptr("https://hooks.example.com/chat"),
		Name:                   gitlab.Ptr("Chat"),
		Description:            gitlab.Ptr("tells the team"),
		Token:                  gitlab.Ptr("secret-of-hook"),
		MergeRequestsEvents:    gitlab.Ptr(true),
		VulnerabilityEvents:    gitlab.Ptr(true),
		PushEventsBranchFilter: gitlab.Ptr("release/*"),
		EnableSSLVerification:  gitlab.Ptr(false),
		CustomHeaders:          &[]*gitlab.HookCustomHeader{{Key: "X-Team", Value: "web"}},
	})
	must(t, err)
	equal(t, created, &gitlab.ProjectHook{
		ID:                     created.ID,
		ProjectID:              project,
		URL:                    "https://hooks.example.com/chat",
		Name:                   "Chat",
		Description:            "tells the team",
		PushEvents:             true,
		PushEventsBranchFilter: "release/*",
		BranchFilterStrategy:   "wildcard",
		MergeRequestsEvents:    true,
		VulnerabilityEvents:    true,
		AlertStatus:            "executable",
		CreatedAt:              created.CreatedAt,
		URLVariables:           []gitlab.HookURLVariable{},
		CustomHeaders:          []*gitlab.HookCustomHeader{{Key: "X-Team"}},
	})

	updated, _, err := projects.EditProjectHook(project, created.ID, &gitlab.EditProjectHookOptions{
		PushEvents:           gitlab.Ptr(false),
		BranchFilterStrategy: gitlab.Ptr("all_branches"),
	})
	must(t, err)
	equal(t, updated.PushEvents, false)
	equal(t, updated.PushEventsBranchFilter, "")
	equal(t, updated.BranchFilterStrategy, "all_branches")
	equal(t, updated.MergeRequestsEvents, true)

	listed, _, err := projects.ListProjectHooks(project, nil)
	must(t, err)
	equal(t, len(listed), 1)
	equal(t, listed[0].ID, created.ID)
	equal(t, listed[0].CustomHeaders, nil)

	_, err = projects.DeleteProjectHook(project, created.ID)
	must(t, err)
	_, _, err = projects.GetProjectHook(project, created.ID)
	gone(t, err)
}

func TestHeadersAndVariablesOfHook(t *testing.T) {
	projects := as(t, "maintainer").Projects
	hook, _, err := projects.AddProjectHook(project, &gitlab.AddProjectHookOptions{URL: gitlab.Ptr("https://hooks.example.com/a")})
	must(t, err)

	_, err = projects.SetProjectCustomHeader(project, hook.ID, "X-Room", &gitlab.SetHookCustomHeaderOptions{Value: gitlab.Ptr("one")})
	must(t, err)
	_, err = projects.SetProjectCustomHeader(project, hook.ID, "X Room", &gitlab.SetHookCustomHeaderOptions{Value: gitlab.Ptr("one")})
	refused(t, err, http.StatusUnprocessableEntity)
	_, err = projects.SetProjectWebhookURLVariable(project, hook.ID, "room", &gitlab.SetProjectWebhookURLVariableOptions{
		Value: gitlab.Ptr("two"),
	})
	must(t, err)

	read, _, err := projects.GetProjectHook(project, hook.ID)
	must(t, err)
	equal(t, read.CustomHeaders, []*gitlab.HookCustomHeader{{Key: "X-Room"}})
	equal(t, read.URLVariables, []gitlab.HookURLVariable{{Key: "room"}})

	_, err = projects.DeleteProjectCustomHeader(project, hook.ID, "X-Room")
	must(t, err)
	_, err = projects.DeleteProjectCustomHeader(project, hook.ID, "X-Room")
	gone(t, err)
	_, err = projects.DeleteProjectWebhookURLVariable(project, hook.ID, "room")
	must(t, err)
	read, _, err = projects.GetProjectHook(project, hook.ID)
	must(t, err)
	equal(t, len(read.CustomHeaders), 0)
	equal(t, len(read.URLVariables), 0)

	_, err = projects.DeleteProjectHook(project, hook.ID)
	must(t, err)
}
