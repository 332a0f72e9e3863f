import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** A file of the built site, for modules that several pages have. */
interface SharedFile {
  name: string;
  /** It has the modules that all of these need, */
  of: readonly string[];
  /** and, where this is given, that one of these needs too. */
  any?: readonly string[];
}

const sheets = ['features/marks/mark-sheet/enter-marks.tsx', 'features/marks/mark-book/mark-book.tsx'] as const;
const tables = ['features/students/students.tsx', 'features/term-reports/posting/post-term-reports.tsx'] as const;
const lists = [
  ...tables,
  'features/attendance/student-days/student-attendance.tsx',
  'features/people/teachers.tsx',
] as const;

/**
 * A module is in the first line that is meant for it; lines of one name are one file. Left to itself the bundler makes
 * a file of each set of pages that have a module in common: a hundred for a mark sheet, most of them below a kilobyte,
 * and each costs a phone a request and its start (ADR 0007). `npm run bench -- sign-in-size` shows what a page loads.
 */
const files: readonly SharedFile[] = [
  { name: 'page', of: ['app/entrance.tsx', 'app/areas.tsx'] },
  { name: 'parts', of: ['app/entrance.tsx'], any: sheets },
  { name: 'entrance', of: ['app/entrance.tsx'] },
  { name: 'areas', of: ['app/areas.tsx'] },
  // Small, and of most screens.
  { name: 'areas', of: ['ui/layout/text.tsx'] },
  { name: 'areas', of: ['ui/controls/back-link.tsx'] },
  { name: 'cipher', of: ['outbox/device/device-cipher.ts'] },
  // Also small ones of a mark book alone: a list must not fetch the grid for them.
  { name: 'screens', of: [sheets[1]], any: lists },
  { name: 'teacher', of: ['app/screens/teacher-menu-screen.tsx'], any: sheets },
  {
    name: 'typing',
    of: sheets,
    any: ['features/term-reports/view-term-reports.tsx'],
  },
  { name: 'runs', of: ['runs/run-progress.tsx'] },
  { name: 'screens', of: ['documents/spreadsheet-button.tsx'] },
  { name: 'screens', of: ['ui/controls/folding-tools.tsx'] },
  { name: 'sheets', of: sheets },
  { name: 'tables', of: tables },
  { name: 'sheets', of: [sheets[1]] },
];

/** Packages of which every page uses another part, which imports do not show. */
const isTakenInParts = (id: string): boolean =>
  id.endsWith('?schemas') || id.includes('/node_modules/zod/') || id.includes('/node_modules/lucide-react/');

/** Its index imports all of Amplify's controls and what they need; the bundler leaves those that are used. */
const isAmplify = (id: string): boolean => /\/node_modules\/(@aws-amplify|lodash)\//.test(id);

/** Icons of screens that nobody has first: with the others they would come with the sign-in page. */
const isLaterIcon = (id: string): boolean =>
  /\/icons\/(archive|arrow-down|arrow-up|camera|chart-no-axes-column|circle|clipboard-check|clock|external-link|file-up|id-card|key-round|list-checks|message-square-text|pencil|printer|scan-line|trash|user-plus|user-round-pen)\.mjs$/.test(
    id,
  );

/** Groups of the bundler's, in which each module has the name of its shared file, or none. */
export function sharedFileGroups(): Rolldown.CodeSplittingGroup[] {
  let nameOf: ReadonlyMap<string, string> | undefined;
  const includeDependenciesRecursively = false;
  return [
    { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, includeDependenciesRecursively },
    // Small ones of every page, and of those with marks, which need no others.
    {
      name: 'facts',
      test: /\/shared\/(pluralize|http\/(contract|wordings)|school\/academic-year|marks\/mark-words)\.ts$/,
      includeDependenciesRecursively,
    },
    {
      name: 'mark-facts',
      test: /\/shared\/(marks\/(wordings|field-names)|people\/contract|students\/id-finder)\.ts$/,
      includeDependenciesRecursively,
    },
    // No page that comes first has any.
    { name: 'tabs', test: /\/ui-react\/.*\/Tabs\//, includeDependenciesRecursively },
    { name: 'amplify', test: isAmplify, includeDependenciesRecursively },

    // An icon that two screens have would be a file of its own, four times as large as what it draws.
    { name: 'later-icons', test: isLaterIcon, minShareCount: 2, includeDependenciesRecursively },
    { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2, includeDependenciesRecursively },
    {
      debugName: 'shared files',
      name: (id, bundler) => {
        nameOf ??= assign((module) => bundler.getModuleInfo(module));
        return nameOf.get(id) ?? null;
      },
      // What one page alone needs is in its own file.
      minShareCount: 2,
      includeDependenciesRecursively,
    },
  ];
}

/** Asks with the document for what every page needs. */
export function pagePreloadPlugin(): Plugin {
  return {
    name: 'formroom:preload-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && ['page', 'react', 'amplify'].includes(file.name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}

/** Bytes of a file that has hardly a function to compile, such as that of the icons. */
const smallest = 16_500;

/**
 * Lets Chromium compile all functions of a file while the file arrives, on another thread, and not each at its first
 * call: a screen's first showing then takes the page's thread a quarter less script. Browsers without the hint read a
 * comment.
 */
export function compileHintPlugin(): Plugin {
  return {
    name: 'formroom:compile-hint',
    apply: 'build',
    generateBundle: {
      // After Vite, which puts lines of its own at the start: the hint counts in the first line only.
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.code.length > smallest)
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

type ModuleInfoOf = Rolldown.ChunkingContext['getModuleInfo'];

/**
 * The file of each module that is in one. What is taken in parts is in none, nor is what those parts need: a file would
 * need its parts, and they the file, and neither could be run first.
 * @throws where a list above names a module that is not there
 */
function assign(infoOf: ModuleInfoOf): Map<string, string> {
  const parts = new Set<string>();
  const neededBy = (path: string) => walk(root + path, infoOf, (id) => !isTakenInParts(id) || !parts.add(id));
  const plan = files.map(({ name, of, any }) => ({
    name,
    all: of.map(neededBy),
    some: any?.map(neededBy),
  }));
  // The first file, which asks for the others, waits for none of them.
  const elsewhere = walk(`${root}main.tsx`, infoOf, () => true);
  for (const part of parts) walk(part, infoOf, () => true, elsewhere);

  const assigned = new Map<string, string>();
  for (const { name, all, some } of plan) {
    for (const id of all[0] ?? []) {
      const isShared = all.every((one) => one.has(id)) && (some?.some((one) => one.has(id)) ?? true);
      if (isShared && !elsewhere.has(id) && !assigned.has(id)) assigned.set(id, name);
    }
  }
  return assigned;
}

/** A module with all that it imports at once, and all that those do, as far as they are wanted. */
function walk(id: string, infoOf: ModuleInfoOf, isWanted: (id: string) => boolean, walked = new Set<string>()) {
  if (walked.has(id) || isAmplify(id) || !isWanted(id)) return walked;
  const info = infoOf(id);
  if (!info) throw new Error(`shared-files.ts names ${id}, which is not in the site.`);
  walked.add(id);
  for (const imported of info.importedIds) walk(imported, infoOf, isWanted, walked);
  return walked;
}
