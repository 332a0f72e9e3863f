import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Command, commandsOfPage } from './commands-of-page.ts';

const project = new URL('../../../', import.meta.url);

/** A file of the project as text; `path` from its root. */
export const readProjectFile = (path: string): string => readFileSync(new URL(path, project), 'utf8');

/** Paths of all files that git has or would add, from the project's root, in their order. */
export const projectFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 },
)
  .split('\0')
  .filter((path) => path !== '' && existsSync(new URL(path, project)))
  .sort();

/** Every page of the project. */
export const projectPages: readonly string[] = projectFiles.filter((path) => path.endsWith('.md'));

/** A page without its fenced blocks. */
export const readProse = (path: string): string => readProjectFile(path).replaceAll(/^ *```.*?^ *```$/gms, '');

/** Scripts of package.json: what each runs, by its name. */
export const packageScripts: Readonly<Record<string, string>> = JSON.parse(readProjectFile('package.json')).scripts;

/** Every command of every page, each once. */
export const commandsOfPages: readonly Command[] = [
  ...new Map(
    commandsOfPage(projectPages.map(readProjectFile).join('\n\n')).map((command) => [command.join('\u001f'), command]),
  ).values(),
];

/** What follows the words in each command of a page that begins with them. */
export const argumentsOfCommand = (...first: string[]): string[][] =>
  commandsOfPages
    .filter((command) => first.every((word, index) => command[index] === word))
    .map((command) => command.slice(first.length));
