import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { buildFunctions } from '../../infra/build/build-functions.ts';
import { temporaryFolder } from './temporary-folder.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Two functions that share a module with a part for each of them and one for both. */
const sources = {
  'marks.ts': "import { both, ofMarks } from './shared.ts'; console.log(both(), ofMarks(), 'marks');",
  'people.ts': "import { both, ofPeople } from './shared.ts'; console.log(both(), ofPeople(), 'people');",
  'shared.ts': "export const both = () => 'a'; export const ofMarks = () => 'b'; export const ofPeople = () => 'c';",
};

/** Names of the functions whose bundle changes with a source. */
async function changed(file: keyof typeof sources, from: string, to: string): Promise<string[]> {
  const folder = temporaryFolder();
  const build = async (written: Record<string, string>) => {
    for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text);
    const wanted = ['marks', 'people'].map((name) => ({
      name,
      source: relative(projectFolder, join(folder, `${name}.ts`)),
    }));
    const built = await buildFunctions({ wanted, folder: temporaryFolder() });
    return [...built].map(([name, path]) => ({ name, bundle: readFileSync(join(path, 'index.mjs'), 'utf8') }));
  };
  const before = await build(sources);
  const after = await build({ ...sources, [file]: sources[file].replace(from, to) });
  return before.filter(({ bundle }, index) => bundle !== after[index]?.bundle).map(({ name }) => name);
}

it('a changed source changes the bundles of the functions that use it, and no other', async () => {
  expect(await changed('marks.ts', "'marks'", "'Marks'")).toEqual(['marks']);
  expect(await changed('shared.ts', "'a'", "'A'")).toEqual(['marks', 'people']);
  expect(await changed('shared.ts', "'c'", "'C'")).toEqual(['people']);
});

it('what a function imports at its start is one file, and what it imports later shares the state of that', async () => {
  const folder = temporaryFolder();
  const files = {
    'lambda.ts':
      "import { met } from './people.ts'; import './greeting.ts'; export const handler = async (name: string) => { met(name); const { greet } = await import('./greet.ts'); const { count } = await import('./people.ts'); return [greet(name), count()]; };",
    'people.ts':
      'const names: string[] = []; export const met = (name: string) => names.push(name); export const count = () => names.length;',
    'greeting.ts': "export const greeting = 'Good morning'; export const unused = 'Good night';",
    'greet.ts':
      "import { greeting } from './greeting.ts'; import { count, met } from './people.ts'; export const greet = (name: string) => { met('Aunt'); return `${greeting} ${name}, ${count()}`; };",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  // Another function that starts with a part of it, which so is linked as a file of its own.
  writeFileSync(
    join(folder, 'other.ts'),
    "import { greeting } from './greeting.ts'; export const handler = () => greeting;",
  );
  const wanted = ['lambda', 'other'].map((name) => ({
    name,
    source: relative(projectFolder, join(folder, `${name}.ts`)),
  }));
  const built = (await buildFunctions({ wanted, folder: temporaryFolder() })).get('lambda') ?? '';
  const index = join(built, 'index.mjs');
  const { handler } = await import(pathToFileURL(index).href);
  expect(await handler('Mona')).toEqual(['Good morning Mona, 2', 2]);
  expect(await handler('Ada')).toEqual(['Good morning Ada, 4', 4]);
  const text = readFileSync(index, 'utf8');
  expect(text).not.toMatch(/(?:from|import)\s*"\.\//);
  expect(text).not.toContain('Good night');
});
