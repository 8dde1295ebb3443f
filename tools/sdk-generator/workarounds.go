package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// withoutDownload gives a package an empty logo if it has none. The generator for .NET would download the logo of Pulumi.
func withoutDownload(pkg *schema.Package) {
	if pkg.LogoURL == "" {
		pkg.LogoURL = "empty://logo"
	}
}

func init() { http.DefaultTransport.(*http.Transport).RegisterProtocol("empty", emptyImage{}) }

type emptyImage struct{}

func (emptyImage) RoundTrip(request *http.Request) (*http.Response, error) {
	var body bytes.Buffer
	if err := png.Encode(&body, image.NewAlpha(image.Rect(0, 0, 64, 64))); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(&body), Request: request}, nil
}

var listOfResult = regexp.MustCompile(
	`\.ApplyT\(func\((\w+) [\w.]+\) \((\S+), error\) \{\s*return (\w+)\.(\w+)\.\((\S+)\), nil\s*\}\)\.\(pulumi\.ArrayOutput\)`)

// withAccessors changes how a program in Go reads a list of objects from the result of a function. The generator asserts the
// type of a list that already has this type, which does not compile.
func withAccessors(text []byte) []byte {
	return listOfResult.ReplaceAllFunc(text, func(found []byte) []byte {
		part := listOfResult.FindSubmatch(found)
		if !bytes.Equal(part[1], part[3]) || !bytes.Equal(part[2], part[5]) {
			return found
		}
		return fmt.Appendf(nil, ".%s()", part[4])
	})
}

var getFunction = regexp.MustCompile(`\b(\w+)\.Get(\w+?)(OutputArgs|Output|Args)?\b([({])`)

// withLookups changes the names of functions in Go whose name is that of a resource: `LookupProject`, because `GetProject`
// reads the state of a resource. The generator of SDKs names them so, but not that of programs.
func withLookups(text []byte, program *pcl.Program) []byte {
	resources := map[string]bool{}
	for _, pkg := range program.PackageReferences() {
		for all := pkg.Resources().Range(); all.Next(); {
			token := all.Token()
			resources[token[strings.LastIndex(token, ":")+1:]] = true
		}
	}
	return getFunction.ReplaceAllFunc(text, func(found []byte) []byte {
		part := getFunction.FindSubmatch(found)
		if !resources[string(part[2])] {
			return found
		}
		return fmt.Appendf(nil, "%s.Lookup%s%s%s", part[1], part[2], part[3], part[4])
	})
}

// withPlainKeys changes the quoted keys of objects to literals, because the generator for Java expects only literals.
func withPlainKeys(program *pcl.Program) *pcl.Program {
	change := func(expression model.Expression) (model.Expression, hcl.Diagnostics) {
		if object, ok := expression.(*model.ObjectConsExpression); ok {
			for i, item := range object.Items {
				if key, ok := item.Key.(*model.TemplateExpression); ok && len(key.Parts) == 1 {
					if literal, ok := key.Parts[0].(*model.LiteralValueExpression); ok {
						object.Items[i].Key = literal
					}
				}
			}
		}
		return expression, nil
	}
	for _, node := range program.Nodes {
		node.VisitExpressions(nil, change)
	}
	return program
}
