const width = 120;
/** A line of a comment that has room for more than one word; a linter's own line has to stay one. */
const commentLine = /^\s*(\/\/|\/\*\*?|\*)\s+(?!biome-ignore|@ts-)\S+\s+\S/;

/** @returns the numbers of a source's lines of comments that are longer than 120 characters; the first line is 1 */
export const findLongComments = (text: string): number[] =>
  text
    .split('\n')
    .flatMap((line, index) => (line.length > width && commentLine.test(line) && canBreak(line) ? [index + 1] : []));

/** Not within a link or code, whose words stay together. */
const canBreak = (line: string): boolean =>
  line
    .slice(0, width + 1)
    .trimStart()
    .replace(/\{@[^}]*(\}|$)|`[^`]*(`|$)/g, 'x')
    .replace(/^(\/\/|\/\*\*?|\*)\s+/, '')
    .includes(' ');
