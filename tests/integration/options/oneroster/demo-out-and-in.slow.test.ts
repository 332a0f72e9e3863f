import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
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
async function startEmpty({ 'academicSessions.csv': sessions = [], 'classes.csv': classes = [] }: Tables) {
  const running = await startServer({ isDemo: false, site: 'none', today: new Date(today) });
  const [headings = [], ...rows] = sessions;
  const column = (name: string) => headings.indexOf(name);
  const ofClasses = classes[1]?.[classes[0]?.indexOf('termSourcedIds') ?? -1] ?? '';
  for (const row of rows.filter((one) => one[column('type')] === 'term')) {
    const term = Number(row[column('title')]?.slice(-1)) as 1 | 2 | 3;
    const year = Number(row[column('schoolYear')]) - 1;
    const end = new Date(`${row[column('endDate')]}T00:00:00Z`);
    end.setUTCDate(end.getUTCDate() - 1);
    const dates = { dateStart: row[column('startDate')], dateEnd: end.toISOString().slice(0, 10) };
    await executeActionOfTest(PeriodEntity.put({ year, term, ...dates }));
    if (ofClasses.includes(row[0] ?? '-')) await executeActionOfTest(CurrentPeriodEntity.put({ year, term }));
  }
  const permissions = menuKeys.map((menu) => ({ menu, action: null }));
  await addAccount({ accountId: 'A1', role: 'Admin', userName: 'ada', name: 'Ada Office', permissions });
  return running;
}

it('the demo school goes out and comes in, into an empty school, without a difference', async () => {
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
}, 900_000);
