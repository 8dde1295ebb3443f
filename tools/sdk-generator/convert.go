package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	yaml "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
)

// programs are the texts of programs by the file in YAML, the language and the file name.
type programs map[string]map[string]map[string]string

// convert translates programs in YAML, by way of Pulumi's intermediate language PCL.
func convert(languages []language, schemaFile string, sources []string) (programs, error) {
	converted := programs{}
	for _, source := range sources {
		converted[source] = map[string]map[string]string{}
		for _, language := range languages {
			program, err := read(source, language, schemaFile)
			if err != nil {
				return nil, err
			}
			files, diagnostics, err := language.program(program)
			if err != nil {
				return nil, fmt.Errorf("%s in %s: %w", source, language.name, err)
			}
			if err := report(source, diagnostics); err != nil {
				return nil, err
			}
			texts := map[string]string{}
			for name, text := range files {
				// A generator that fails while it prints an expression leaves the error in the text.
				if bytes.Contains(text, []byte("%!v(PANIC=")) {
					return nil, fmt.Errorf("%s in %s: the generator failed in\n%s", source, language.name, text)
				}
				texts[name] = string(text)
			}
			converted[source][language.name] = texts
		}
	}
	return converted, nil
}

// read reads a program in YAML and checks it against the schema, more strictly than pulumi convert does.
func read(source string, language language, schemaFile string) (*pcl.Program, error) {
	pkg, err := language.bound(schemaFile)
	if err != nil {
		return nil, err
	}
	known := packages{pkg.Name: pkg}
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, err
	}
	template, problems, err := pulumiyaml.LoadYAMLBytes(source, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	if err := report(source, problems.HCL()); err != nil {
		return nil, err
	}
	intermediate, diagnostics, err := yaml.ConvertTemplateIL(template, known)
	if reported := report(source, diagnostics); reported != nil {
		return nil, reported
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	parser := syntax.NewParser()
	if err := parser.ParseFile(strings.NewReader(intermediate), source+".pp"); err != nil {
		return nil, err
	}
	if err := report(source, parser.Diagnostics); err != nil {
		return nil, err
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, known, pcl.PreferOutputVersionedInvokes)
	if reported := report(source, diagnostics); reported != nil {
		return nil, reported
	}
	return program, err
}

// print writes the programs as JSON, or as text with a heading for each file if there are several.
func (programs programs) print(out io.Writer, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(programs)
	}
	for _, source := range slices.Sorted(maps.Keys(programs)) {
		for _, language := range slices.Sorted(maps.Keys(programs[source])) {
			files := programs[source][language]
			for _, name := range slices.Sorted(maps.Keys(files)) {
				if len(programs)*len(programs[source])*len(files) > 1 {
					fmt.Fprintf(out, "--- %s: %s: %s\n", source, language, name)
				}
				fmt.Fprint(out, files[name])
			}
		}
	}
	return nil
}
