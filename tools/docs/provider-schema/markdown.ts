/**
 * Documentation of the sources as Markdown, in paragraphs of one line. Leaves out examples, which are in TypeScript.
 */
export const markdown = (text: string): string =>
  text
    .replace(/^```.+?^```$/gms, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
