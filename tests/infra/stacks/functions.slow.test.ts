import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import { schoolFileSchema } from '#shared/school/school-file.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import type { PdfThreadTask } from '../../../functions/students/records/files/foreign-pdf/pdf-reader.ts';
import { buildFunctions, buildSchoolFile } from '../../../infra/build/build-functions.ts';
import { allEntries, type BuildEntry, callEntries, missingSources } from '../../../infra/build/entries.ts';
import { makePdf } from '../../support/files/sample-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { loadDemoSchool } from './templates.ts';

let folder: string;
let built: ReadonlyMap<string, string>;
let school: string;
beforeAll(async () => {
  folder = temporaryFolder();
  built = await buildFunctions({ folder, hasSourceMaps: true });
  school = await buildSchoolFile(loadDemoSchool(), temporaryFolder());
});

const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(path.length + 1))
    .toSorted();

/** Functions that read workbooks and CSV files, and the program of the thread in which they do. */
const readers = [
  'attendance-documents',
  'mark-book',
  'move-in-documents',
  'student-spreadsheets-documents',
  'terms-documents',
  'transcripts-documents',
];
const reader = 'workbook-reader.mjs';

/** Functions that open a PDF from outside, and the program of the thread in which they do. */
const pdfReaders = ['families-documents', 'student-files', 'student-files-documents'];
const pdfReader = 'pdf-reader.mjs';

/**
 * Functions that print, and the fonts that they print with: 'everything about a student' and the job have their PDFs in
 * a zip, and a report that is issued again is read back off its page.
 */
const printers = [
  'attendance-documents',
  'families-documents',
  'reports-documents',
  'scan-stations-documents',
  'sign-off-documents',
  'student-files-documents',
  'student-register-documents',
  'term-reports',
  'term-reports-documents',
  'term-reports-jobs',
  'transcripts-documents',
  'truth-check-documents',
];
const fonts = [
  'NotoSans_400Regular.ttf',
  'NotoSans_600SemiBold.ttf',
  'SourceSans3_400Regular.ttf',
  'SourceSans3_600SemiBold.ttf',
  'SourceSerif4_600SemiBold.ttf',
];

/** What a bundle loads later, and only where it is needed. */
const isPart = (file: string): boolean => /^part-\w+\.mjs$/.test(file);

describe('a built function', () => {
  it('exists for each domain of the contracts, and apart from it for its documents and its jobs', () => {
    expect([...built.keys()]).toEqual(allEntries().map(({ name }) => name));
    expect(built.size).toBeGreaterThan(0);
  });

  it('loads in a process of its own, far from the project’s packages, and has a handler', () => {
    for (const [name, path] of built) {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ['-e', `import(${JSON.stringify(join(path, 'index.mjs'))}).then((m) => console.log(typeof m.handler))`],
        {
          cwd: path,
          encoding: 'utf8',
          env: { AWS_REGION: 'us-east-1', TABLE_NAME: 't', SCHOOL_FILE: join(school, 'school.json') },
        },
      );
      // Minified code: a stack trace would print the bundle.
      expect(stdout.trim(), `${name}: ${stderr.slice(-300)}`).toBe('function');
    }
  });

  it('loads the module of each of its calls when the call comes', () => {
    const asked = callEntries().filter(({ kind }) => kind !== 'streams');
    expect(asked.length).toBeGreaterThan(0);
    for (const { name, calls } of asked) {
      const path = built.get(name) ?? '';
      const guarded = calls.filter(({ who }) => who !== 'anyone');
      const events = guarded.map((call) => ({
        httpMethod: call.method,
        resource: call.path,
        headers: {},
        requestContext: { requestId: 'request-1', identity: { sourceIp: '198.51.100.1' } },
      }));
      const script = `
        const { handler } = await import(${JSON.stringify(join(path, 'index.mjs'))});
        const answers = [];
        for (const event of ${JSON.stringify(events)}) answers.push((await handler(event, {})).statusCode);
        console.log(answers.join(' '));`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: path,
        encoding: 'utf8',
        env: { AWS_REGION: 'us-east-1', TABLE_NAME: 't', SCHOOL_FILE: join(school, 'school.json'), LOG_LEVEL: 'warn' },
      });
      // Nobody is signed in; a module that does not load would be a 500.
      const refusals = guarded.map(() => '401');
      expect(stdout.trim(), `${name}: ${stderr.slice(-300)}`).toBe(refusals.join(' '));
    }
  });

  it('holds the bundle and, where it needs them, the fonts and the readers of workbooks and PDFs: no source map, and nothing of a school', () => {
    for (const entry of allEntries()) {
      const files = filesOf(built.get(entry.name) ?? '').filter((file) => !isPart(file));
      const reading = readers.includes(entry.name) ? [reader] : [];
      const opening = pdfReaders.includes(entry.name) ? [pdfReader] : [];
      const printing = printers.includes(entry.name) ? fonts : [];
      expect(files, entry.name).toEqual(['index.mjs', ...printing, ...reading, ...opening].toSorted());
    }
  });

  it('has a reader of workbooks that runs in a thread without anything of the process', async () => {
    for (const name of readers) {
      const file = join(built.get(name) ?? '', reader);
      const tell = async (workerData: object) => {
        const thread = new Worker(file, { workerData, env: {}, execArgv: [] });
        const [told] = await once(thread, 'message');
        await thread.terminate();
        return told;
      };
      const markup = await tell({ bytes: Buffer.from('<html>') });
      expect(markup, name).toEqual({ refused: spreadsheetWordings.notExcel });
      const csv = await tell({ bytes: Buffer.from('a,b'), csv: { rows: 10, kept: 2 } });
      expect(csv, name).toEqual({ sheets: [{ name: 'CSV', isHidden: false }] });
    }
  });

  it('has a reader of PDFs that runs in a thread without anything of the process', async () => {
    for (const name of pdfReaders) {
      const workerData: PdfThreadTask = { count: makePdf() };
      const thread = new Worker(join(built.get(name) ?? '', pdfReader), { workerData, env: {}, execArgv: [] });
      const [told] = await once(thread, 'message');
      await thread.terminate();
      expect(told, name).toEqual({ pages: 1 });
    }
  });

  it('leaves the client of the user pool, which few calls need, out of what is loaded at its start', () => {
    const authentication = built.get('auth') ?? '';
    const holdsClient = (file: string) =>
      readFileSync(join(authentication, file), 'utf8').includes('AdminInitiateAuth');
    const files = filesOf(authentication);
    expect(files.filter(isPart).some(holdsClient)).toBe(true);
    expect(holdsClient('index.mjs')).toBe(false);
  });

  it('finds the school file beside it as it was validated, defaults included', () => {
    expect(filesOf(school)).toEqual(['school.json']);
    const found = JSON.parse(readFileSync(join(school, 'school.json'), 'utf8'));
    expect(found).toEqual(loadDemoSchool());
    expect(schoolFileSchema().parse(found)).toEqual(loadDemoSchool());
    expect(found.markingScheme.length).toBeGreaterThan(0);
  });

  it('has its source map beside the functions', () => {
    const files = allEntries().flatMap(({ name }) =>
      filesOf(built.get(name) ?? '')
        .filter((file) => ['index.mjs', reader, pdfReader].includes(file) || isPart(file))
        .map((file) => `${name}/${file}.map`),
    );
    expect(filesOf(join(folder, 'source-maps'))).toEqual(files.toSorted());
  });

  it('is built the same twice, with and without source maps, so that an upgrade touches only what changed', async () => {
    const again = await buildFunctions({ folder: temporaryFolder() });
    for (const [name, path] of built) {
      const other = again.get(name) ?? '';
      expect(filesOf(other), name).toEqual(filesOf(path));
      for (const file of filesOf(path))
        expect(readFileSync(join(other, file)).equals(readFileSync(join(path, file))), `${name}/${file}`).toBe(true);
    }
  });
});

describe('a domain of the contracts without a function', () => {
  const unbuilt: BuildEntry = {
    name: 'chess',
    domain: 'auth',
    kind: 'api',
    source: 'functions/chess/lambda.ts',
    calls: [],
    jobs: [],
  };

  it('is found', () => {
    expect(missingSources([...callEntries(), unbuilt])).toEqual(['functions/chess/lambda.ts']);
  });

  it('is refused with its name', async () => {
    await expect(buildFunctions({ wanted: [unbuilt], folder })).rejects.toThrow(
      'shared/product.ts names calls that have no function: functions/chess/lambda.ts is missing.',
    );
  });
});
