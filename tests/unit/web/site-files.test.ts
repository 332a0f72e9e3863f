import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const configFile = fileURLToPath(new URL('../../../web/vite.config.ts', import.meta.url));

let html: string;
let sheets: string;
let chunks: Map<string, Rolldown.OutputChunk>;
beforeAll(async () => {
  const built = await build({ configFile, configLoader: 'native', logLevel: 'silent', build: { write: false } });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const assets = output.filter((file) => file.type === 'asset');
  html = String(assets.find(({ fileName }) => fileName === 'index.html')?.source);
  sheets = assets.flatMap(({ fileName, source }) => (fileName.endsWith('.css') ? [String(source)] : [])).join('');
}, 60_000);

/** The file in which a module of `web/` is. */
function fileOf(module: string): string {
  const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)));
  if (!found) throw new Error(`${module} is in no file.`);
  return found.fileName;
}

/** A file and all that must be there before it is run, in the order in which they are. Circles are collected. */
function requiredBy(file: string, { run = new Set<string>(), circles = [] as string[][], path = [] as string[] } = {}) {
  if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
  else if (!run.has(file)) {
    for (const imported of chunks.get(file)?.imports ?? [])
      requiredBy(imported, { run, circles, path: [...path, file] });
    run.add(file);
  }
  return { run, circles };
}

describe('the files of the built site', () => {
  it('import one another in no circle: a module of one would be run before what it needs', () => {
    const found = [...chunks.keys()].flatMap((file) => requiredBy(file).circles.map((circle) => circle.join(' → ')));
    expect([...new Set(found)]).toEqual([]);
  });

  it.each([
    ['the sign-in page', ['main.tsx', 'app/entrance.tsx'], 12],
    [
      'a mark sheet',
      ['main.tsx', 'app/areas.tsx', 'app/shell/staff-shell.tsx', 'features/marks/mark-sheet/enter-marks.tsx'],
      32,
    ],
    ['the students', ['main.tsx', 'app/areas.tsx', 'features/students/students.tsx'], 32],
  ])('are few for %s', (_page, modules, most) => {
    const files = new Set(modules.flatMap((module) => [...requiredBy(fileOf(module)).run]));
    expect(files.size).toBeLessThanOrEqual(most);
  });

  it('begin with one that waits for no other, while the document asks for what every page needs', () => {
    const first = chunks.get(fileOf('main.tsx'));
    expect(first?.imports).toEqual([]);
    const preloaded = [...html.matchAll(/rel="modulepreload"[^>]*href="\/([^"]*)"/g)].map(([, file]) => file);
    expect(preloaded.sort()).toEqual(
      [
        fileOf('api/call.ts'),
        fileWith('/react-dom-client.production'),
        fileWith('/ui-react/dist/esm/primitives/Button/'),
      ].sort(),
    );
  });
});

it('defines every token that the sheets of Amplify use', () => {
  const defined = new Set(sheets.match(/--amplify-[\w-]+(?=:)/g));
  const used = new Set(sheets.match(/(?<=var\(\s*)--amplify-[\w-]+/g));
  expect(used.size).toBeGreaterThan(100);
  // Amplify's own theme lacks it.
  expect([...used].filter((token) => !defined.has(token))).toEqual(['--amplify-components-tabs-box-shadow']);
});

const fileWith = (part: string) =>
  [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.includes(part)))?.fileName;
