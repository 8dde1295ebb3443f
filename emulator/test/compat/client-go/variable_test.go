package clientgo

import (
	"net/http"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

var production = &gitlab.VariableFilter{EnvironmentScope: "production"}

func TestProjectVariable(t *testing.T) {
	variables := as(t, "maintainer").ProjectVariables
	for _, scope := range []string{"*", "production"} {
		_, _, err := variables.CreateVariable(project, &gitlab.CreateProjectVariableOptions{
			Key:              gitlab.Ptr("DEPLOY_URL"),
			Value:            gitlab.Ptr("for " + scope),
			EnvironmentScope: gitlab.Ptr(scope),
			VariableType:     gitlab.Ptr(gitlab.FileVariableType),
			Raw:              gitlab.Ptr(true),
			Description:      gitlab.Ptr("where to deploy"),
		})
		must(t, err)
	}
	_, _, err := variables.CreateVariable(project, &gitlab.CreateProjectVariableOptions{
		Key: gitlab.Ptr("DEPLOY_URL"), Value: gitlab.Ptr("again"),
	})
	refused(t, err, http.StatusBadRequest)

	_, _, err = variables.GetVariable(project, "DEPLOY_URL", nil)
	refused(t, err, http.StatusConflict)

	read, _, err := variables.GetVariable(project, "DEPLOY_URL", &gitlab.GetProjectVariableOptions{Filter: production})
	must(t, err)
	equal(t, read, &gitlab.ProjectVariable{
		Key:              "DEPLOY_URL",
		Value:            "for production",
		VariableType:     gitlab.FileVariableType,
		Raw:              true,
		EnvironmentScope: "production",
		Description:      "where to deploy",
	})

	updated, _, err := variables.UpdateVariable(project, "DEPLOY_URL", &gitlab.UpdateProjectVariableOptions{
		Value: gitlab.Ptr("changed"), Protected: gitlab.Ptr(true), Filter: production,
	})
	must(t, err)
	equal(t, updated.Value, "changed")
	equal(t, updated.Protected, true)

	_, err = variables.RemoveVariable(project, "DEPLOY_URL", &gitlab.RemoveProjectVariableOptions{Filter: production})
	must(t, err)
	all, _, err := variables.ListVariables(project, nil)
	must(t, err)
	equal(t, len(all), 1)
	equal(t, all[0].Value, "for *")
	_, err = variables.RemoveVariable(project, "DEPLOY_URL", nil)
	must(t, err)
	_, _, err = variables.GetVariable(project, "DEPLOY_URL", nil)
	gone(t, err)
}

func TestHiddenVariable(t *testing.T) {
	variables := as(t, "maintainer").ProjectVariables
	created, _, err := variables.CreateVariable(project, &gitlab.CreateProjectVariableOptions{
		Key: gitlab.Ptr("SECRET"), Value: gitlab.Ptr("long-enough"), MaskedAndHidden: gitlab.Ptr(true),
	})
	must(t, err)
	equal(t, created.Masked && created.Hidden, true)
	equal(t, created.Value, "")
	_, err = variables.RemoveVariable(project, "SECRET", nil)
	must(t, err)
}

func TestGroupVariable(t *testing.T) {
	variables := as(t, "owner").GroupVariables
	created, _, err := variables.CreateVariable(group, &gitlab.CreateGroupVariableOptions{
		Key: gitlab.Ptr("REGION"), Value: gitlab.Ptr("eu"), EnvironmentScope: gitlab.Ptr("production"),
	})
	must(t, err)
	equal(t, created.EnvironmentScope, "production")

	read, _, err := variables.GetVariable(group, "REGION", &gitlab.GetGroupVariableOptions{Filter: production})
	must(t, err)
	equal(t, read, created)

	updated, _, err := variables.UpdateVariable(group, "REGION", &gitlab.UpdateGroupVariableOptions{
		Value: gitlab.Ptr("us"), Filter: production,
	})
	must(t, err)
	equal(t, updated.Value, "us")

	_, err = variables.RemoveVariable(group, "REGION", &gitlab.RemoveGroupVariableOptions{Filter: production})
	must(t, err)
	all, _, err := variables.ListVariables(group, nil)
	must(t, err)
	equal(t, len(all), 0)
}
