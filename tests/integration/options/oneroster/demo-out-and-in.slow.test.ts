import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MoveInPreview, moveInContract } from '#shared/options/move-in/contract.ts';
import { demoPassword } from '../../../../local/demo-school/demo-credentials.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { fileOf } from '../../../support/options/move-in/files-of-school.ts';
import { differencesOf, emptySchool, tablesOf, zipOfSchool } from '../../../support/options/oneroster/school-as-zip.ts';
import { startServer } from '../../../support/school/server.ts';

let school: RunningSchool;
beforeAll(async () => {
  school = await startServer({ isDemo: true, site: 'none', today: new Date('2026-06-20T12:00:00Z') });
}, 120_000);
afterAll(() => school?.stop());

const ofMarks = ['categories.csv', 'lineItems.csv', 'results.csv', 'manifest.csv'];
const withoutMarks = (tables: Record<string, string[][]>) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !ofMarks.includes(name)));

it('the demo school goes out and comes in again, into an empty school, without a difference', async () => {
  const admin = await new TestClient(school.url).signIn('admin', demoPassword);
  const out = await zipOfSchool();
  const before = withoutMarks(await tablesOf(out));
  await emptySchool();
  const { previewMoveIn, startMoveIn, readMoveIn } = moveInContract;
  const file = fileOf(out, 'demo.zip');
  const shown = await admin.call(previewMoveIn, { file });
  expect(shown.status, JSON.stringify(shown.error)).toBe(200);
  const { plan, rows, alike, names } = shown.body as MoveInPreview;
  expect(rows.filter(({ state }) => state === 'refused')).toEqual([]);
  expect([alike, names]).toEqual([[], []]);
  const begun = await admin.call(startMoveIn, { file, plan: plan ?? '' });
  expect(begun.status, JSON.stringify(begun.error)).toBe(200);
  const ended = await (async () => {
    for (;;) {
      const { body } = await admin.call(readMoveIn, { run: begun.body.run });
      if (body.state !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  })();
  expect(ended).toMatchObject({ state: 'finished', left: [] });
  const after = withoutMarks(await tablesOf(await zipOfSchool()));
  expect(before['users.csv']?.length).toBeGreaterThan(1000);
  expect(differencesOf(before, after)).toEqual([]);
}, 900_000);
