import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const project = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, project), 'utf8');

/** What every screen has: the menus and shells around it, and the kits. */
const everywhere = ['web/app', 'web/session', 'web/ui', 'web/undo', 'web/outbox', 'web/tables'];

/** Where the screens of each step of docs/start.md are, so that a label is not found by chance in another feature. */
const sourcesOf: Record<string, readonly string[]> = {
  '1 First sign-in': ['web/features/accounts/sign-in', 'web/session/new-password'],
  '2 Current term': ['web/features/school'],
  '3 Subjects': ['web/features/subjects'],
  '4 Teachers': ['web/features/people'],
  '5 Students': ['web/features/students'],
  '6 Subjects of the students': ['web/features/subjects'],
  '7 Lessons': ['web/features/people', 'shared/people/lessons'],
  '8 Registration for the term': ['web/features/school'],
  '9 Marks': ['web/features/people/teacher-area', 'web/features/marks'],
  '10 Remarks': ['web/features/people/teacher-area', 'web/features/term-reports', 'shared/term-reports'],
  '11 The check and the posting': ['web/features/term-reports/posting', 'web/features/school', 'shared/term-reports'],
  '12 Printing': ['web/features/term-reports'],
  'After that': ['web/features/school'],
};

/** Comments name labels too, also those of long ago. */
const withoutComments = (code: string) => code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');
/** A screen's labels are in its own files, and in the wordings of its domain. */
const filesOf = (folder: string): string[] => {
  const domain = /^web\/features\/([\w-]+)/.exec(folder)?.[1];
  const wordings = domain ? [`shared/${domain}/wordings.ts`] : [];
  return [...globSync(`${folder}/**/*.{ts,tsx}`, { cwd: project }), ...wordings];
};
const codeIn = (folders: readonly string[]) =>
  folders
    .flatMap(filesOf)
    .map((file) => withoutComments(read(file)).replaceAll('\\\\', '\\').replaceAll(/\s+/g, ' '))
    .join('\n');

/** The label as a whole text of the code: between quotes, tags or braces. A number may be one that the code puts in. */
const asWritten = (label: string) => {
  const text = label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, String.raw`(?:$&|\$?\{[^{}]*\})`);
  return new RegExp(String.raw`['"\`>}] ?${text}(?:['"\`<{:]| ?[<{])`);
};

const sections = read('docs/start.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    labels: [
      ...new Set([...section.matchAll(/\*\*(.+?)\*\*/gs)].map(([, label = '']) => label.replaceAll(/\s+/g, ' '))),
    ],
  }));

describe('docs/start.md', () => {
  it('has a step for each of the screens that are named here', () => {
    expect(sections.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(sourcesOf)));
  });

  it('names a label of the screens wherever it is printed bold', () => {
    const unknown = sections.flatMap(({ title, labels }) => {
      const folders = sourcesOf[title];
      // Before the first screen nothing is a label.
      if (!folders) return labels.map((label) => `${title}: ${label}`);
      const code = codeIn([...everywhere, ...folders]);
      return labels.filter((label) => !asWritten(label).test(code)).map((label) => `${title}: ${label}`);
    });
    expect(unknown).toEqual([]);
    expect(sections.flatMap(({ labels }) => labels).length).toBeGreaterThan(60);
  });
});
