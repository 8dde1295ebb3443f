package main

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"net/http"

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
