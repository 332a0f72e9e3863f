import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const project = new URL('../../../', import.meta.url);

/** A file of the project as text; `path` from its root. */
export const read = (path: string): string => readFileSync(new URL(path, project), 'utf8');

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
export const pages: readonly string[] = projectFiles.filter((path) => path.endsWith('.md'));

/** A page without its fenced blocks. */
export const proseOf = (path: string): string => read(path).replaceAll(/^ *```.*?^ *```$/gms, '');
