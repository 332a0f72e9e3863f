import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { projectFiles, projectPages, readProjectFile, readProse } from './project-pages.ts';

const folders = new Set(
  projectFiles.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
);
const exists = (path: string): boolean => projectFiles.includes(path) || folders.has(path.replace(/\/$/, ''));

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
const headingsOf = (path: string): string[] =>
  [...readProse(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
/** A second heading of the same words gets a number. */
const anchorsOf = (path: string): Set<string> => {
  const times = new Map<string, number>();
  return new Set(
    headingsOf(path).map((heading) => {
      const anchor = anchorOf(heading);
      const before = times.get(anchor) ?? 0;
      times.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
};

/** Links of a page to files of the project, and to places in them. */
const linksOf = (path: string): { link: string; file: string; anchor: string | undefined }[] =>
  [...readProse(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = '', anchor] = link.split('#');
      return { link, file: target === '' ? path : join(dirname(path), target), anchor };
    });

/** What a page tells its reader to write. */
const writtenByReaders = ['infra/schools/staging-demo.json'];

/** Folders at the root: what begins with one of them is a path of the project. */
const topFolders = [...new Set(projectFiles.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))];

describe('a page', () => {
  it.each(projectPages)('%s links to files and headings that are there', (path) => {
    for (const { link, file, anchor } of linksOf(path)) {
      expect(exists(file), link).toBe(true);
      if (anchor !== undefined) expect([...anchorsOf(file)], link).toContain(anchor);
    }
  });

  it.each(projectPages)('%s names files that are there', (path) => {
    const quoted = [...readProse(path).matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word);
    const named = quoted.filter(
      (word) => topFolders.includes(word.split('/')[0]) && /^[\w@./-]+\/[\w@./-]*$/.test(word),
    );
    for (const file of named) expect(exists(file) || writtenByReaders.includes(file), file).toBe(true);
  });

  it('of the documents can be reached from the first page', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const { file } of linksOf(page)) {
        if (projectPages.includes(file)) reached.add(file);
        // A link to a folder leads to each of its pages.
        else
          for (const inside of projectPages) if (inside.startsWith(`${file.replace(/\/$/, '')}/`)) reached.add(inside);
      }
    }
    expect(projectPages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
  });
});

const code = projectFiles.filter((path) => /\.(ts|tsx|js|cjs|json|yml)$/.test(path) && path !== 'package-lock.json');

describe('code', () => {
  const naming = code.flatMap((path) =>
    [...readProjectFile(path).matchAll(/(?<![\w/.-])(docs\/[\w./-]+?\.md)(?:, "?([A-Z][\w ]+?)"?(?=[).;'"]))?/g)].map(
      ([words = '', file = '', heading]) => [`${path}: ${words}`, file, heading] as const,
    ),
  );

  it('names many pages', () => {
    expect(naming.length).toBeGreaterThan(20);
  });

  it.each(naming)('%s is there', (_, file, heading) => {
    expect(exists(file)).toBe(true);
    if (heading !== undefined) expect(headingsOf(file)).toContain(heading);
  });
});

describe('a number', () => {
  /** What is numbered where: how code and pages write it, and the numbers that exist. */
  const numbered = {
    'of a decision': {
      written: /\bADR (\d{4}(?:(?:,| and| to) \d{4})*)\b/g,
      numbers: projectPages.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []),
    },
    'of a rule': {
      written: /\b[Rr]ules? (\d+(?:(?:,| and| to) \d+)*)\b/g,
      numbers: [...readProjectFile('docs/rules.md').matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number),
    },
    'of a section of the product': {
      written: /\bproduct §(\d+)/g,
      numbers: headingsOf('docs/product.md').flatMap((heading) => /^(\d+)\. /.exec(heading)?.[1] ?? []),
    },
  };

  it.each(Object.entries(numbered))('%s exists wherever it is named', (_, { written, numbers }) => {
    const named = [...code, ...projectPages].flatMap((path) =>
      [...readProjectFile(path).matchAll(written)].flatMap(([words, list = '']) =>
        (list.match(/\d+/g) ?? []).map((number) => ({ place: `${path}: ${words}`, number })),
      ),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ number }) => !numbers.includes(number)).map(({ place }) => place)).toEqual([]);
  });
});
