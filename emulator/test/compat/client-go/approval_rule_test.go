package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestApprovalRule(t *testing.T) {
	client := as(t, "maintainer")
	projects := client.Projects
	branch, _, err := client.ProtectedBranches.ProtectRepositoryBranches(project, &gitlab.ProtectRepositoryBranchesOptions{
		Name: gitlab.Ptr("main"),
	})
	must(t, err)

	created, _, err := projects.CreateProjectApprovalRule(project, &gitlab.CreateProjectLevelRuleOptions{
		Name:               gitlab.Ptr("Security"),
		ApprovalsRequired:  gitlab.Ptr(int64(2)),
		UserIDs:            &[]int64{maintainer},
		Usernames:          &[]string{"developer"},
		GroupIDs:           &[]int64{platform},
		ProtectedBranchIDs: &[]int64{branch.ID},
	})
	must(t, err)
	equal(t, created.Name, "Security")
	equal(t, created.RuleType, "regular")
	equal(t, created.ApprovalsRequired, 2)
	equal(t, usernames(created.Users), []string{"maintainer", "developer"})
	equal(t, usernames(created.EligibleApprovers), []string{"maintainer", "developer"})
	equal(t, len(created.Groups), 1)
	equal(t, created.Groups[0].FullPath, "acme/platform")
	equal(t, created.ProtectedBranches, []*gitlab.ProtectedBranch{branch})

	_, _, err = projects.CreateProjectApprovalRule(project, &gitlab.CreateProjectLevelRuleOptions{
		Name: gitlab.Ptr("Security"), ApprovalsRequired: gitlab.Ptr(int64(1)), UserIDs: &[]int64{maintainer},
	})
	refused(t, err, http.StatusBadRequest)

	// The client sends an empty list, which removes the group.
	updated, _, err := projects.UpdateProjectApprovalRule(project, created.ID, &gitlab.UpdateProjectLevelRuleOptions{
		ApprovalsRequired:             gitlab.Ptr(int64(1)),
		GroupIDs:                      &[]int64{},
		AppliesToAllProtectedBranches: gitlab.Ptr(true),
	})
	must(t, err)
	equal(t, updated.ApprovalsRequired, 1)
	equal(t, updated.AppliesToAllProtectedBranches, true)
	equal(t, len(updated.Groups), 0)
	equal(t, len(updated.Users), 2)

	read, _, err := projects.GetProjectApprovalRule(project, created.ID)
	must(t, err)
	equal(t, read, updated)
	all, _, err := projects.GetProjectApprovalRules(project, nil)
	must(t, err)
	equal(t, all, []*gitlab.ProjectApprovalRule{updated})

	_, err = projects.DeleteProjectApprovalRule(project, created.ID)
	must(t, err)
	_, _, err = projects.GetProjectApprovalRule(project, created.ID)
	gone(t, err)
	_, err = client.ProtectedBranches.UnprotectRepositoryBranches(project, "main")
	must(t, err)
}

func TestApprovalConfiguration(t *testing.T) {
	projects := as(t, "maintainer").Projects
	before, _, err := projects.GetApprovalConfiguration(project)
	must(t, err)

	changed, _, err := projects.ChangeApprovalConfiguration(project, &gitlab.ChangeApprovalConfigurationOptions{
		ResetApprovalsOnPush:                   gitlab.Ptr(!before.ResetApprovalsOnPush),
		MergeRequestsDisableCommittersApproval: gitlab.Ptr(true),
		RequirePasswordToApprove:               gitlab.Ptr(true),
	})
	must(t, err)
	expected := *before
	expected.ResetApprovalsOnPush = !before.ResetApprovalsOnPush
	expected.MergeRequestsDisableCommittersApproval = true
	expected.RequirePasswordToApprove = true
	equal(t, changed, &expected)

	read, _, err := projects.GetApprovalConfiguration(project)
	must(t, err)
	equal(t, read, changed)
	restored, _, err := projects.ChangeApprovalConfiguration(project, &gitlab.ChangeApprovalConfigurationOptions{
		ResetApprovalsOnPush:                   &before.ResetApprovalsOnPush,
		MergeRequestsDisableCommittersApproval: &before.MergeRequestsDisableCommittersApproval,
		RequirePasswordToApprove:               &before.RequirePasswordToApprove,
	})
	must(t, err)
	equal(t, restored, before)
}

func usernames(users []*gitlab.BasicUser) []string {
	names := []string{}
	for _, user := range users {
		names = append(names, user.Username)
	}
	return names
}
