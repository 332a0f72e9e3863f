import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EarlierMarksEntity } from '#functions/options/transcripts/records/earlier-marks.ts';
import { inParallel } from '#functions/platform/in-parallel.ts';
import { CurrentPeriodEntity, PeriodEntity } from '#functions/school/records/periods.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import { differencesOf, tablesOf, zipOfSchool } from '../../../support/options/oneroster/school-as-zip.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { startSchoolProcess } from '../../../support/school/school-process.ts';
import { startServer } from '../../../support/school/server.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';

const today = '2026-06-20T12:00:00Z';
type Tables = Record<string, string[][]>;
let school: RunningSchool | undefined;
afterAll(() => school?.stop());

const ofMarks = ['categories.csv', 'lineItems.csv', 'results.csv', 'manifest.csv'];
const withoutMarks = (tables: Record<string, string[][]>) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !ofMarks.includes(name)));

/** The file that the demo school gives out, in a process of its own: an empty school follows in this one. */
async function fileOfDemo(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'roster-'));
  const demo = await startSchoolProcess(folder, today);
  try {
    const admin = await demo.clientOf('admin');
    await admin.call(onerosterContract.startRosterFile, {});
    for (;;) {
      const { run, files } = (await admin.call(onerosterContract.readRosterFiles, {})).body;
      const [made] = files;
      if (run?.state === 'failed') throw new Error('The file of the demo school was not made.');
      if (made) return new Uint8Array(await (await admin.follow(made.link)).arrayBuffer());
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An empty school of the same school file, with the terms of the other one and somebody in the office. */
async function startEmpty({ 'academicSessions.csv': sessions = [] }: Tables) {
  const running = await startServer({ isDemo: false, site: 'none', today: new Date(today) });
  const [headings = [], ...rows] = sessions;
  const column = (name: string) => headings.indexOf(name);
  for (const row of rows.filter((one) => one[column('type')] === 'term')) {
    const term = Number(row[column('title')]?.slice(-1)) as 1 | 2 | 3;
    const year = Number(row[column('schoolYear')]) - 1;
    const end = new Date(`${row[column('endDate')]}T00:00:00Z`);
    end.setUTCDate(end.getUTCDate() - 1);
    const dates = { dateStart: row[column('startDate')], dateEnd: end.toISOString().slice(0, 10) };
    await executeActionOfTest(PeriodEntity.put({ year, term, ...dates }));
    const isCurrent = dates.dateStart !== undefined && dates.dateStart <= today && today.slice(0, 10) <= dates.dateEnd;
    if (isCurrent) await executeActionOfTest(CurrentPeriodEntity.put({ year, term }));
  }
  const permissions = menuKeys.map((menu) => ({ menu, action: null }));
  await addAccount({ accountId: 'A1', role: 'Admin', userName: 'ada', name: 'Ada Office', permissions });
  return running;
}

it('the demo school goes out and comes in, into an empty school, without a difference, its marks of earlier terms too', async () => {
  const out = await fileOfDemo();
  const before = withoutMarks(await tablesOf(out));
  expect(before['users.csv']?.length).toBeGreaterThan(1000);
  school = await startEmpty(before);
  const admin = await new TestClient(school.url).signIn('ada', password);
  const { previewMoveIn, startMoveIn, readMoveIn } = moveInContract;
  const file = fileOf(out, 'demo.zip');
  const shown = await admin.call(previewMoveIn, { file });
  expect(shown.status, JSON.stringify(shown.error)).toBe(200);
  const { plan, rows, alike, names } = shown.body as MoveInPreview;
  expect(rows.filter(({ state }) => state === 'refused')).toEqual([]);
  expect([alike, names]).toEqual([[], []]);
  const begun = await admin.call(startMoveIn, { file, plan: plan ?? '' });
  expect(begun.status, JSON.stringify(begun.error)).toBe(200);
  let run = begun.body;
  while (run.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    run = (await admin.call(readMoveIn, { run: begun.body.run })).body;
  }
  expect(run).toMatchObject({ state: 'finished', left: [] });
  const after = withoutMarks(await tablesOf(await zipOfSchool()));
  expect(differencesOf(before, after)).toEqual([]);
  const { marks, students } = pastMarksOf(await tablesOf(out));
  expect(marks.length).toBeGreaterThan(10_000);
  const stored = await inParallel(students, { atOnce: 20, does: (studentId) => EarlierMarksEntity.get({ studentId }) });
  const lines = stored.flatMap((one) =>
    (one?.marks ?? []).map((of) => `${one?.studentId} ${of.year} ${of.term} ${of.subject} ${of.mark}`),
  );
  expect(lines.sort()).toEqual(marks);
}, 1_800_000);

/**
 * The marks of terms that are over as a reader of the files adds them up: scores of course work and exam, which are out
 * of their weights, or the one of them; who was absent from one, or exempt, has the other scaled to 100.
 */
function pastMarksOf(tables: Tables): { marks: string[]; students: string[] } {
  const rowsOf = (name: string) => {
    const [headings = [], ...rows] = tables[`${name}.csv`] ?? [];
    return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])));
  };
  const byId = (name: string) => new Map(rowsOf(name).map((row) => [row.sourcedId, row]));
  const [sessions, courses, users, classes, items] = [
    byId('academicSessions'),
    byId('courses'),
    byId('users'),
    byId('classes'),
    byId('lineItems'),
  ];
  const latest = rowsOf('lineItems')
    .map((one) => sessions.get(one.academicSessionSourcedId)?.startDate ?? '')
    .sort()
    .at(-1);
  const groups = Map.groupBy(
    rowsOf('results').filter((one) => {
      const session = items.get(one.lineItemSourcedId)?.academicSessionSourcedId;
      return sessions.get(session)?.startDate !== latest;
    }),
    (one) => {
      const item = items.get(one.lineItemSourcedId);
      const session = sessions.get(item?.academicSessionSourcedId);
      const course = courses.get(classes.get(item?.classSourcedId)?.courseSourcedId);
      const subject = course?.title?.replace(/, Form \d$/, '');
      const year = Number(session?.schoolYear) - 1;
      return `${users.get(one.studentSourcedId)?.identifier} ${year} ${session?.title?.slice(-1)} ${subject}`;
    },
  );
  const marks = [...groups].map(([name, own]) => {
    const parts = own.flatMap(({ score, textScore = '', lineItemSourcedId }) => {
      const weight = Number(items.get(lineItemSourcedId)?.resultValueMax);
      const [, mark, outOf] = /^([\d.]+) of (\d+)$/.exec(textScore) ?? [];
      if (score === '') return [];
      return [{ weight, share: outOf === undefined ? Number(score) : (Number(mark) * weight) / Number(outOf) }];
    });
    const sum = parts.reduce((all, { share }) => all + share, 0);
    const weights = parts.reduce((all, { weight }) => all + weight, 0);
    const word = own.some(({ textScore }) => textScore === 'Abs') ? 'Abs' : 'Ex';
    return `${name} ${parts.length === 0 ? word : Math.round((sum * 1000) / weights + 1e-6) / 10}`;
  });
  return { marks: marks.sort(), students: rowsOf('users').map(({ identifier = '' }) => identifier) };
}
