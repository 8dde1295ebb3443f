package main

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// language is one of Pulumi's code generators. Each call needs a package and a program of its own, because generators change
// them.
type language struct {
	name string
	// prepare changes the schema before it is bound.
	prepare func(*schema.PackageSpec) (*schema.PackageSpec, hcl.Diagnostics, error)
	// sdk generates an SDK for the programs of one project, as pulumi package add does.
	sdk func(*schema.Package) (map[string][]byte, error)
	// program generates a program.
	program func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)
}

// Each generator writes the name of its language host into the files.
var languages = []language{
	{
		name: "nodejs",
		sdk: func(pkg *schema.Package) (map[string][]byte, error) {
			return nodejs.GeneratePackage("pulumi-language-nodejs", pkg, nil, nil, true, packages{})
		},
		program: nodejs.GenerateProgram,
	},
	{
		name: "python",
		sdk: func(pkg *schema.Package) (map[string][]byte, error) {
			return python.GeneratePackage("pulumi-language-python", pkg, nil, packages{})
		},
		program: python.GenerateProgram,
	},
	{
		name: "go",
		sdk: func(pkg *schema.Package) (map[string][]byte, error) {
			return golang.GeneratePackage("pulumi-language-go", pkg, nil)
		},
		program: func(program *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) {
			files, diagnostics, err := golang.GenerateProgram(program)
			for name, text := range files {
				files[name] = withLookups(withAccessors(text), program)
			}
			return files, diagnostics, err
		},
	},
	{
		name: "dotnet",
		sdk: func(pkg *schema.Package) (map[string][]byte, error) {
			withoutDownload(pkg)
			return dotnet.GeneratePackage("pulumi-language-dotnet", pkg, nil, nil)
		},
		program: dotnet.GenerateProgram,
	},
	{
		name:    "java",
		prepare: java.DeduplicateTypes,
		sdk: func(pkg *schema.Package) (map[string][]byte, error) {
			return java.GeneratePackage("pulumi-language-java", pkg, nil, nil, true, false)
		},
		program: func(program *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) {
			return java.GenerateProgram(withPlainKeys(program))
		},
	},
}

func languageNames() []string {
	var names []string
	for _, one := range languages {
		names = append(names, one.name)
	}
	return names
}

func languageNamed(name string) (language, error) {
	for _, one := range languages {
		if one.name == name {
			return one, nil
		}
	}
	return language{}, fmt.Errorf("--language must be one of %s (got %s)", strings.Join(languageNames(), ", "), name)
}

// bound reads, prepares and binds a schema for a language.
func (one language) bound(file string) (*schema.Package, error) {
	spec, err := readSpec(file)
	if err != nil {
		return nil, err
	}
	if one.prepare != nil {
		prepared, diagnostics, err := one.prepare(&spec)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if err := report(file, diagnostics); err != nil {
			return nil, err
		}
		spec = *prepared
	}
	return bind(file, spec)
}
