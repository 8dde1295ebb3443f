// Package clientgo calls the emulator with GitLab's own client for Go.
package clientgo

import (
	"errors"
	"net/http"
	"os"
	"reflect"
	"testing"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// Ids of the seed world.
const (
	project      = 1
	otherProject = 2
	group        = 10
	platform     = 11
	deployers    = 12
	maintainer   = 3
	developer    = 4
	outsider     = 7
)

func as(t *testing.T, user string) *gitlab.Client {
	t.Helper()
	client, err := gitlab.NewClient("emulator-"+user, gitlab.WithBaseURL(os.Getenv("EMULATOR_URL")))
	must(t, err)
	return client
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err error, status int) {
	t.Helper()
	var refusal *gitlab.ErrorResponse
	if !errors.As(err, &refusal) || refusal.Response.StatusCode != status {
		t.Fatalf("got %v, want status %d", err, status)
	}
}

func gone(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, gitlab.ErrNotFound) {
		refused(t, err, http.StatusNotFound)
	}
}

func equal[T any](t *testing.T, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %+v, want %+v", got, want)
	}
}
