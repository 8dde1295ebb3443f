package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// bindFile reads a schema and checks it. It prints errors and warnings, and fails if there are any.
func bindFile(file string) (*schema.Package, error) {
	spec, err := readSpec(file)
	if err != nil {
		return nil, err
	}
	return bind(file, spec)
}

func readSpec(file string) (schema.PackageSpec, error) {
	var spec schema.PackageSpec
	text, err := os.ReadFile(file)
	if err != nil {
		return spec, err
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		return spec, fmt.Errorf("%s: %w", file, err)
	}
	return spec, nil
}

func bind(file string, spec schema.PackageSpec) (*schema.Package, error) {
	pkg, diagnostics, err := schema.BindSpec(spec, packages{}, schema.ValidationOptions{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return pkg, report(file, diagnostics)
}

// report prints diagnostics. It fails if there are any, because a warning about generated files is a bug.
func report(file string, diagnostics hcl.Diagnostics) error {
	for _, diagnostic := range diagnostics {
		severity := "error"
		if diagnostic.Severity == hcl.DiagWarning {
			severity = "warning"
		}
		position := file
		if subject := diagnostic.Subject; subject != nil {
			position = fmt.Sprintf("%s:%d:%d", subject.Filename, subject.Start.Line, subject.Start.Column)
		}
		fmt.Fprintf(os.Stderr, "%s: %s: %s\n", position, severity, diagnostic.Summary)
		if detail := diagnostic.Detail; detail != "" && detail != diagnostic.Summary {
			fmt.Fprintln(os.Stderr, "  "+detail)
		}
	}
	if len(diagnostics) > 0 {
		return errReported
	}
	return nil
}

// packages loads packages by name from memory, where Pulumi's own loader starts plugins.
type packages map[string]*schema.Package

var _ schema.ReferenceLoader = packages{}

func (known packages) LoadPackageV2(_ context.Context, wanted *schema.PackageDescriptor) (*schema.Package, error) {
	name := wanted.PackageName()
	if pkg, ok := known[name]; ok {
		return pkg, nil
	}
	if name == "pulumi" {
		return schema.DefaultPulumiPackage, nil
	}
	return nil, fmt.Errorf("the package %s is unknown, because only the package of the schema is available", name)
}

func (known packages) LoadPackageReferenceV2(
	ctx context.Context, wanted *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	pkg, err := known.LoadPackageV2(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func (known packages) LoadPackage(name string, version *semver.Version) (*schema.Package, error) {
	return known.LoadPackageV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version})
}

func (known packages) LoadPackageReference(name string, version *semver.Version) (schema.PackageReference, error) {
	return known.LoadPackageReferenceV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version})
}
