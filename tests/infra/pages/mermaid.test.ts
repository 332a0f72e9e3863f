import { describe, expect, it } from 'vitest';
import { projectFiles, projectPages, readProjectFile } from './project-pages.ts';

const picturesOf = (path: string) =>
  [...readProjectFile(path).matchAll(/^```mermaid\n(.*?)^```$/gms)].map(([, picture = '']) => picture);
const pages = projectPages.filter((path) => picturesOf(path).length > 0);

const sources = projectFiles.filter((path) => /^(functions|infra|local|shared|web)\/.*\.tsx?$/.test(path));
const texts = sources.map(readProjectFile);
const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));

describe('a Mermaid picture', () => {
  it('is in pages', () => {
    expect(pages.length).toBeGreaterThan(1);
  });

  it.each(pages)('of %s names what the sources have', (path) => {
    const named = picturesOf(path).flatMap((picture) => picture.match(/\b[A-Z]?[a-z]+[A-Z]\w*/g) ?? []);
    const ofMermaid = ['erDiagram', 'sequenceDiagram', 'stateDiagram'];
    const entities = named.filter((name) => words.has(`${name}Entity`));
    const unknown = named.filter((name) => ![...ofMermaid, ...entities].includes(name) && !words.has(name));
    expect(unknown).toEqual([]);
  });

  it.each(pages)('of a sequence in %s has no semicolon: Mermaid ends a line there', (path) => {
    const sequences = picturesOf(path).filter((picture) => picture.startsWith('sequenceDiagram'));
    expect(sequences.filter((picture) => picture.includes(';'))).toEqual([]);
  });

  it.each(pages)('of states in %s names buttons that are on a screen', (path) => {
    const acts = picturesOf(path)
      .filter((picture) => picture.startsWith('stateDiagram'))
      .flatMap((picture) => [...picture.matchAll(/-->.*: ([A-Z][^(\n]*)/g)])
      .flatMap(([, acts = '']) => acts.split(', ').map((act) => act.trim()));
    const screens = texts.filter((_, at) => /^(web|shared)\//.test(sources[at] ?? ''));
    expect(acts.filter((act) => !screens.some((text) => text.includes(act)))).toEqual([]);
  });
});

/** Attributes in the keys of each entity, by its name. */
const keys = new Map(
  texts.flatMap((text) =>
    [...text.matchAll(/const (\w+)Entity = entity<[^{]*\{(.*?)\n\}\);/gs)].map(([, name = '', body = '']) => {
      const templates = [...body.matchAll(/^ {2}[ps]k: '([^']+)'/gm)].map(([, template = '']) => template);
      return [name, templates.flatMap((one) => one.match(/(?<=\$\{)\w+/g) ?? [])] as const;
    }),
  ),
);

describe('the picture of records', () => {
  const [picture = ''] = picturesOf('docs/data-model.md');
  const records = [...picture.matchAll(/^ {2}(\w+) \{(.*?)\}$/gms)].map(
    ([, name = '', inside = '']) => [name, inside.match(/(?<=key )\w+/g) ?? []] as const,
  );

  it('has fifteen records', () => {
    expect(records).toHaveLength(15);
  });

  it.each(records)('%s has the key of its entity', (name, shown) => {
    expect([...shown]).toEqual(keys.get(name));
  });

  const related = [...picture.matchAll(/^ {2}(\w+) \S+--\S+ (\w+) : /gm)].map(
    ([, first = '', second = '']) => [first, second] as const,
  );
  it.each(related)('the key of %s is in that of %s', (first, second) => {
    expect(keys.get(first)?.length).toBeGreaterThan(0);
    expect(keys.get(second)).toEqual(expect.arrayContaining([...(keys.get(first) ?? [])]));
  });
});

it('the table of records has the names of entities', () => {
  const cells = [...readProjectFile('docs/data-model.md').matchAll(/^\| ([^|]+) \| .* \| .* \|$/gm)].map(
    ([, cell = '']) => cell.replaceAll(/\([^)]*\)/g, ''),
  );
  const named = cells.flatMap((cell) => cell.match(/\b[A-Z][a-z]+[A-Z]\w*/g) ?? []);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !words.has(`${name}Entity`))).toEqual([]);
});
