import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileFolders, menuKeys } from '#shared/http/contract.ts';
import { projectFiles, projectPages, readProjectFile, readProse } from './project-pages.ts';

const sources = projectFiles.filter((path) => /\.(tsx?|js|cjs|mjs|json|yml|css|html)$/.test(path));
const words = new Set(sources.flatMap((path) => readProjectFile(path).match(/[A-Za-z_]\w*/g) ?? []));

describe('a name between backquotes', () => {
  const pages = projectPages.filter((path) => !path.startsWith('docs/decisions/'));
  it.each(pages)('of %s is a word of the source', (path) => {
    const named = [...readProse(path).matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !words.has(name))).toEqual([]);
  });
});

describe('a section of the product', () => {
  const product = readProjectFile('docs/product.md');
  const sections = new Map(
    product
      .split(/^## (?=\d\. )/m)
      .slice(1)
      .map((section) => [section[0], section.toLowerCase()] as const),
  );

  it('says what comments quote of it', () => {
    const quoted = sources
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        [
          ...readProjectFile(path)
            .replaceAll(/\n\s*\*\s+/g, ' ')
            .matchAll(/product §(\d) "([^"]+)"/g),
        ].map(([all, number = '', title = '']) => ({ place: `${path}: ${all}`, number, title })),
      );
    expect(quoted.length).toBeGreaterThan(5);
    const missing = quoted.filter(({ number, title }) => !sections.get(number)?.includes(title.toLowerCase()));
    expect(missing.map(({ place }) => place)).toEqual([]);
  });

  it('is named with the record or message that is meant', () => {
    const untitled = sources.filter((path) =>
      /product §[38](?! ")/.test(readProjectFile(path).replaceAll(/\n\s*\*\s+/g, ' ')),
    );
    expect(untitled.filter((path) => /(?<!\.generated)\.tsx?$/.test(path) && !path.startsWith('tests/'))).toEqual([]);
  });

  it('has the menu with every key, and every label of the core’s screens', () => {
    const rows = [...product.matchAll(/^\| ?\w* \| ([^|]+) \| `(\w+)` \|$/gm)];
    expect(new Set(rows.map(([, , key]) => key))).toEqual(new Set(menuKeys));
    const screens = readProjectFile('web/app/screens/admin-screens.ts');
    const labels = [...screens.matchAll(/^ {4}label: '([^']+)'/gm)].map(([, label = '']) =>
      label.replace('\\\\', '\\'),
    );
    expect(labels.length).toBeGreaterThan(10);
    for (const label of labels)
      expect(
        rows.some(([, entry = '']) => entry.startsWith(label)),
        label,
      ).toBe(true);
  });
});

describe('the folders of architecture.md', () => {
  const page = readProjectFile('docs/architecture.md');
  it.each(['web', 'tools', 'functions', 'infra'])('are those of %s', (folder) => {
    const folders = readdirSync(new URL(`../../../${folder}/`, import.meta.url), { withFileTypes: true });
    const tracked = folders.filter(
      (entry) => entry.isDirectory() && projectFiles.some((path) => path.startsWith(`${folder}/${entry.name}/`)),
    );
    expect(
      tracked.map(({ name }) => name).filter((name) => !page.includes(`${name}/`) && !page.includes(`\`${name}\``)),
    ).toEqual([]);
  });
});

describe('data-model.md', () => {
  const page = readProjectFile('docs/data-model.md');
  const entities = sources
    .filter((path) => path.startsWith('functions/') && path.endsWith('.ts'))
    .flatMap((path) =>
      [...readProjectFile(path).matchAll(/index: 'gsi\d', pk: ['`]([\w-]+)/g)].map(
        ([, key = '']) => [path, key] as const,
      ),
    );

  it('is held to many indexes', () => {
    expect(entities.length).toBeGreaterThan(10);
  });

  it.each(entities)('has the index of %s, %s', (_, key) => {
    expect(page).toContain(key);
  });
});

describe('a folder of files', () => {
  /** What data-protection.md calls each folder. */
  const called: Record<keyof typeof fileFolders, string> = {
    spreadsheets: 'Spreadsheets',
    'report-cards': 'Printed report cards of the whole school',
    'posted-cards': 'Printed cards that a student has opened',
    'attendance-archive': 'in the documents bucket, where the office archives it',
    'student-records': 'everything about a student',
    'school-files': 'Files of the whole school',
    'roster-files': 'OneRoster files',
    crests: "Crests and the principal's signatures on report cards",
    pictures: 'pictures |',
    'student-files': 'Certificates, passports',
    'absence-notes': 'pictures of notes',
    'registration-files': 'the files that it sends with it',
    uploads: 'Uploads that were not completed',
    'replaced-files': 'replaced or removed ones 30 days',
    'registration-forms': 'Registration forms',
  };

  it.each(Object.entries(called))('%s is in data-protection.md', (_, words) => {
    expect(readProjectFile('docs/data-protection.md')).toContain(words);
  });

  it('has a name there, whichever it is', () => {
    expect(Object.keys(called).sort()).toEqual(Object.keys(fileFolders).sort());
  });
});
