// A plugin with one resource that does nothing: the least time that Pulumi needs for a program through a plugin.
package main

import (
	"context"
	"fmt"
	"os"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

// Label has the arguments of a label.
type Label struct{}

type LabelArgs struct {
	Project string `pulumi:"project"`
	Name    string `pulumi:"name"`
	Color   string `pulumi:"color"`
}

type LabelState struct {
	LabelArgs
}

func (Label) Create(_ context.Context, req infer.CreateRequest[LabelArgs]) (infer.CreateResponse[LabelState], error) {
	return infer.CreateResponse[LabelState]{ID: "none", Output: LabelState{req.Inputs}}, nil
}

func main() {
	provider, err := infer.NewProviderBuilder().WithResources(infer.Resource(Label{})).Build()
	if err == nil {
		err = p.RunProvider(context.Background(), "floor", "1.0.0", provider)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
