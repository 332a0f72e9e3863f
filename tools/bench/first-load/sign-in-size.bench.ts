import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { lightPages } from '#shared/product.ts';
import type { BenchRow } from '../kit/bench.ts';

export const title = 'First load of a page: what its entry and its own code pull in, brotli';

/** Bytes over the wire, with all options: 10 KB more than the core alone may have. A kilobyte is 1,000. */
const pages = [
  { name: 'Sign-in page', chunks: ['index.html', 'app/entrance.tsx'], js: 95_000, css: 14_000 },
  {
    name: 'Admin shell',
    chunks: ['index.html', 'app/areas.tsx'],
    js: 145_000,
    css: 20_000,
  },
  {
    name: 'Mark book',
    chunks: ['index.html', 'app/areas.tsx', 'app/shell/staff-shell.tsx', 'features/marks/mark-book/mark-book.tsx'],
    js: 190_000,
    css: 20_000,
  },
  {
    name: 'A screen with a table (Post Term Reports)',
    chunks: ['index.html', 'app/areas.tsx', 'features/term-reports/posting/post-term-reports.tsx'],
    js: 180_000,
    css: 20_000,
  },
  {
    name: 'Teachers',
    chunks: ['index.html', 'app/areas.tsx', 'features/people/teachers.tsx'],
    js: 180_000,
    css: 20_000,
  },
  {
    name: 'Subjects',
    chunks: ['index.html', 'app/areas.tsx', 'features/subjects/subjects.tsx'],
    js: 180_000,
    css: 20_000,
  },
  {
    name: 'Students',
    chunks: ['index.html', 'app/areas.tsx', 'features/students/students.tsx'],
    js: 180_000,
    css: 20_000,
  },
  {
    name: 'Class register',
    chunks: ['index.html', 'app/areas.tsx', 'app/shell/staff-shell.tsx', 'features/attendance/register/register.tsx'],
    js: 215_000,
    css: 20_000,
  },
  {
    name: 'Attendance: a student with charts and table',
    chunks: [
      'index.html',
      'app/areas.tsx',
      'features/attendance/attendance.tsx',
      'features/attendance/student-days/student-attendance.tsx',
    ],
    js: 190_000,
    css: 20_000,
  },
] as const;

/**
 * Pages that are built apart, each with its own list of files: the families' with the list of reports, which a student
 * sees first.
 */
const apart = [
  {
    name: 'Families',
    manifest: 'student.json',
    chunks: ['options/families/student.html', 'options/families/page/reports/report-list.tsx'],
    js: 80_000,
    css: 8_000,
  },
  // What verifies is fetched once the page is shown.
  {
    name: 'Check a report card',
    manifest: 'verify.json',
    chunks: ['options/signed-cards/verify.html'],
    js: 80_000,
    css: 8_000,
  },
];

/**
 * Builds the site as it is deployed and weighs what must be there before a page can be used. Fonts and images apart.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sign-in-size-'));
  try {
    await build({
      configFile: fileURLToPath(new URL('../../../web/vite.config.ts', import.meta.url)),
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
    const readManifest = async (name: string) =>
      JSON.parse(await readFile(join(folder, '.vite', name), 'utf8')) as Manifest;
    const weigh = async (files: Iterable<string>): Promise<number> => {
      const contents = await Promise.all([...files].map((file) => readFile(join(folder, file))));
      return contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0);
    };
    const ofStaff = pages.map((page) => ({ ...page, manifest: 'manifest.json' }));
    // Options have them: a build of the core alone (`NODE_OPTIONS=--conditions=core-only`) has none.
    const built = apart.filter(({ manifest }) =>
      lightPages.some(({ page }) => page.replace('.html', '.json') === manifest),
    );
    const rows = [...ofStaff, ...built].map(async ({ name, manifest, chunks, ...limits }) => {
      const files = filesOf(await readManifest(manifest), chunks);
      return [
        rowOf(`${name}, JavaScript`, await weigh(files.js), limits.js),
        rowOf(`${name}, CSS`, await weigh(files.css), limits.css),
      ];
    });
    return (await Promise.all(rows)).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The chunks and everything they import at once; what they may import later is not waited for. */
function filesOf(manifest: Manifest, entries: readonly string[]): { js: Set<string>; css: Set<string> } {
  // Everything in public/ that index.html names is outside of the manifest.
  const js = new Set(['theme.js']);
  const css = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The built site has no ${key}.`);
    if (js.has(chunk.file)) return;
    js.add(chunk.file);
    for (const sheet of chunk.css ?? []) css.add(sheet);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return { js, css };
}

const rowOf = (measure: string, bytes: number, limit: number): BenchRow => ({
  measure,
  value: `${(bytes / 1000).toFixed(1)} KB`,
  limit: `≤ ${limit / 1000} KB`,
  ok: bytes <= limit,
});
