package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// generate writes the SDK of a schema.
func generate(language language, schemaFile, out string) error {
	pkg, err := language.bound(schemaFile)
	if err != nil {
		return err
	}
	// As pulumi package add does: the SDK contains the version, and a module file in Go.
	pkg.SupportPack = true
	files, err := language.sdk(pkg)
	if err != nil {
		return fmt.Errorf("%s SDK of %s: %w", language.name, schemaFile, err)
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
