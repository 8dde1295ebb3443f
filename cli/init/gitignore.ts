/** The `.gitignore` of the template. npm does not include such files in packages. */
export const gitignore = `node_modules/
preview-*.json
now-*.json
records-*.jsonl
summary-*
plan-*.json
drift-*.xml
drift-*.json
drift-*.md
drift-*.sarif
ci/generated.yml
# The configuration of the stacks is part of the program.
!Pulumi.*.yaml
`
