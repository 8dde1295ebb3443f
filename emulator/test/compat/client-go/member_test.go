package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestProjectMember(t *testing.T) {
	members := as(t, "maintainer").ProjectMembers
	created, _, err := members.AddProjectMember(project, &gitlab.AddProjectMemberOptions{
		UserID:      outsider,
		AccessLevel: gitlab.Ptr(gitlab.DeveloperPermissions),
		ExpiresAt:   gitlab.Ptr("2099-12-31"),
	})
	must(t, err)
	equal(t, created.ID, outsider)
	equal(t, created.Username, "outsider")
	equal(t, created.AccessLevel, gitlab.DeveloperPermissions)
	equal(t, created.ExpiresAt.String(), "2099-12-31")
	equal(t, created.CreatedBy.Username, "maintainer")

	_, _, err = members.AddProjectMember(project, &gitlab.AddProjectMemberOptions{
		UserID: outsider, AccessLevel: gitlab.Ptr(gitlab.DeveloperPermissions),
	})
	refused(t, err, http.StatusConflict)

	updated, _, err := members.EditProjectMember(project, outsider, &gitlab.EditProjectMemberOptions{
		AccessLevel: gitlab.Ptr(gitlab.ReporterPermissions), ExpiresAt: gitlab.Ptr(""),
	})
	must(t, err)
	equal(t, updated.AccessLevel, gitlab.ReporterPermissions)
	equal(t, updated.ExpiresAt, nil)

	direct, _, err := members.ListProjectMembers(project, nil)
	must(t, err)
	equal(t, direct, []*gitlab.ProjectMember{updated})
	all, _, err := members.ListAllProjectMembers(project, &gitlab.ListProjectMembersOptions{Query: gitlab.Ptr("maintainer")})
	must(t, err)
	equal(t, len(all), 1)
	equal(t, all[0].AccessLevel, gitlab.MaintainerPermissions)
	inherited, _, err := members.GetInheritedProjectMember(project, all[0].ID)
	must(t, err)
	equal(t, inherited, all[0])

	_, err = members.DeleteProjectMember(project, outsider)
	must(t, err)
	_, _, err = members.GetProjectMember(project, outsider)
	gone(t, err)
}

func TestGroupMember(t *testing.T) {
	client := as(t, "owner")
	members := client.GroupMembers
	created, _, err := members.AddGroupMember(group, &gitlab.AddGroupMemberOptions{
		Username: gitlab.Ptr("outsider"), AccessLevel: gitlab.Ptr(gitlab.PlannerPermissions),
	})
	must(t, err)
	equal(t, created.ID, outsider)
	equal(t, created.AccessLevel, gitlab.PlannerPermissions)
	equal(t, created.ExpiresAt, nil)

	updated, _, err := members.EditGroupMember(group, outsider, &gitlab.EditGroupMemberOptions{
		AccessLevel: gitlab.Ptr(gitlab.OwnerPermissions), ExpiresAt: gitlab.Ptr("2099-01-31"),
	})
	must(t, err)
	equal(t, updated.AccessLevel, gitlab.OwnerPermissions)
	equal(t, updated.ExpiresAt.String(), "2099-01-31")

	read, _, err := members.GetGroupMember(group, outsider)
	must(t, err)
	equal(t, read, updated)
	found, _, err := client.Groups.ListGroupMembers(group, &gitlab.ListGroupMembersOptions{UserIDs: &[]int64{outsider}})
	must(t, err)
	equal(t, found, []*gitlab.GroupMember{updated})

	_, err = members.RemoveGroupMember(group, outsider, &gitlab.RemoveGroupMemberOptions{UnassignIssuables: gitlab.Ptr(true)})
	must(t, err)
	_, _, err = members.GetGroupMember(group, outsider)
	gone(t, err)
}

func TestMemberWithCustomRole(t *testing.T) {
	administrator := as(t, "root")
	role, _, err := administrator.MemberRolesService.CreateInstanceMemberRole(&gitlab.CreateMemberRoleOptions{
		Name:              gitlab.Ptr("Auditor"),
		BaseAccessLevel:   gitlab.Ptr(gitlab.GuestPermissions),
		ReadCode:          gitlab.Ptr(true),
		ReadVulnerability: gitlab.Ptr(true),
	})
	must(t, err)
	equal(t, role.ReadCode && role.ReadVulnerability, true)
	equal(t, role.AdminWebHook, false)

	members := as(t, "owner").ProjectMembers
	created, _, err := members.AddProjectMember(project, &gitlab.AddProjectMemberOptions{
		UserID: outsider, AccessLevel: gitlab.Ptr(gitlab.GuestPermissions), MemberRoleID: &role.ID,
	})
	must(t, err)
	equal(t, created.MemberRole, role)
	equal(t, created.AccessLevel, gitlab.GuestPermissions)
	_, _, err = members.EditProjectMember(project, outsider, &gitlab.EditProjectMemberOptions{
		AccessLevel: gitlab.Ptr(gitlab.ReporterPermissions),
	})
	refused(t, err, http.StatusBadRequest)

	_, err = members.DeleteProjectMember(project, outsider)
	must(t, err)
	_, err = administrator.MemberRolesService.DeleteInstanceMemberRole(role.ID)
	must(t, err)
}
