package clientgo

import (
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func TestNamespace(t *testing.T) {
	namespaces := as(t, "owner").Namespaces
	byID, _, err := namespaces.GetNamespace(platform)
	must(t, err)
	equal(t, byID.Kind, "group")
	equal(t, byID.FullPath, "acme/platform")
	equal(t, byID.ParentID, group)
	byPath, _, err := namespaces.GetNamespace("acme/platform")
	must(t, err)
	equal(t, byPath, byID)

	all, _, err := namespaces.ListNamespaces(&gitlab.ListNamespacesOptions{OwnedOnly: gitlab.Ptr(true)})
	must(t, err)
	paths := []string{}
	for _, namespace := range all {
		paths = append(paths, namespace.Kind+" "+namespace.FullPath)
	}
	equal(t, paths, []string{"user owner", "group acme", "group deployers"})
	found, _, err := namespaces.SearchNamespace("deploy")
	must(t, err)
	equal(t, len(found), 1)

	_, _, err = namespaces.GetNamespace("developer")
	gone(t, err)
}
