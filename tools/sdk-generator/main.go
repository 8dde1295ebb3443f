// Command sdk-generator runs Pulumi's own code generators without the language hosts of the pulumi CLI.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

const usage = `Usage:
  sdk-generator bind FILE
      Checks a schema. Prints all errors and warnings.
  sdk-generator generate --language LANGUAGE --schema FILE --out DIR
      Writes the SDK of a schema, as pulumi package add does. Deletes DIR first.
  sdk-generator convert --language LANGUAGE[,LANGUAGE...] --schema FILE [--json] PROGRAM.yaml...
      Prints programs in YAML as programs in other languages. With --json, prints
      { PROGRAM.yaml: { LANGUAGE: { FILE: TEXT } } }.

Languages: `

// errReported is the error of a command that has already printed what is wrong.
var errReported = errors.New("already reported")

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, errReported) {
			fmt.Fprintln(os.Stderr, "sdk-generator:", err)
		}
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("a command is required\n\n" + help())
	}
	switch command, args := args[0], args[1:]; command {
	case "bind":
		if len(args) != 1 {
			return errors.New("bind requires one schema file")
		}
		_, err := bindFile(args[0])
		return err
	case "generate":
		return generateCommand(args)
	case "convert":
		return convertCommand(args)
	case "help", "-h", "--help":
		fmt.Println(help())
		return nil
	default:
		return fmt.Errorf("unknown command %q\n\n%s", command, help())
	}
}

func help() string { return usage + strings.Join(languageNames(), ", ") }

func generateCommand(args []string) error {
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	language := flags.String("language", "", "the language of the SDK")
	schemaFile := flags.String("schema", "", "the schema of the package")
	out := flags.String("out", "", "the folder of the SDK")
	if err := parse(flags, args, "language", "schema", "out"); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unknown argument %q", flags.Arg(0))
	}
	generator, err := languageNamed(*language)
	if err != nil {
		return err
	}
	return generate(generator, *schemaFile, *out)
}

func convertCommand(args []string) error {
	flags := flag.NewFlagSet("convert", flag.ContinueOnError)
	names := flags.String("language", "", "the languages of the programs, separated by commas")
	schemaFile := flags.String("schema", "", "the schema of the package that the programs use")
	asJSON := flags.Bool("json", false, "print JSON")
	if err := parse(flags, args, "language", "schema"); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("convert requires a program in YAML")
	}
	var languages []language
	for _, name := range strings.Split(*names, ",") {
		one, err := languageNamed(name)
		if err != nil {
			return err
		}
		languages = append(languages, one)
	}
	programs, err := convert(languages, *schemaFile, flags.Args())
	if err != nil {
		return err
	}
	return programs.print(os.Stdout, *asJSON)
}

func parse(flags *flag.FlagSet, args []string, required ...string) error {
	flags.SetOutput(os.Stderr)
	if err := flags.Parse(args); err != nil {
		return errReported
	}
	for _, name := range required {
		if flags.Lookup(name).Value.String() == "" {
			return fmt.Errorf("%s requires --%s", flags.Name(), name)
		}
	}
	return nil
}
