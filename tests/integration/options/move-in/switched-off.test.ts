import { describe, expect, it } from 'vitest';
import { undoableMoves } from '#functions/options/move-in/acts.ts';
import { RememberedNamesEntity } from '#functions/options/move-in/records/remembered-names.ts';
import { school as file } from '#functions/school/records/school.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { jobsOfSchool } from '#shared/product.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { fileOf, teacherList, workbookOf } from '../../../support/options/move-in/files-of-school.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';

describe('a school without move-in', () => {
  const school = schoolWithoutOptions();

  it('answers none of its calls, and has none of its jobs', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    const { previewMoveIn, startMoveIn, downloadMoveInWorkbook, readMoveIn, listActs } = moveInContract;
    const bytes = fileOf(await workbookOf(teacherList));
    expect((await office.call(previewMoveIn, { file: bytes, said: '{}' })).status).toBe(404);
    expect((await office.call(startMoveIn, { file: bytes, said: '{}', plan: '0'.repeat(64) })).status).toBe(404);
    expect((await office.call(downloadMoveInWorkbook, {})).status).toBe(404);
    expect((await office.call(readMoveIn, { run: 'A1/run' })).status).toBe(404);
    expect((await office.call(listActs, { of: 'move-in' })).status).toBe(404);
    expect(Object.keys(jobsOfSchool({ options: [] }))).not.toContain('move-in');
    expect(Object.keys(jobsOfSchool({ options: ['move-in'] }))).toContain('move-in');
  });

  it('keeps what was said of names, and an erasure knows what a move has kept of a student', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    file().options = [];
    await executeActionOfTest(RememberedNamesEntity.put({ of: 'class', names: { 'one a': '1A' } }));
    await executeActionOfTest(
      undoableMoves.create({
        change: { kind: 'moved in', details: { run: 'A1/run', kinds: ['students'], file: 'school.xlsx' } },
        what: 'Students (1)',
        by: {
          caller: { accountId: 'A1', name: 'Ada Office' },
          request: { now: new Date(), idempotencyKey: 'A1/run-of-file' },
        },
      }),
    );
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toMatch(/move-in/);
    expect(await RememberedNamesEntity.get({ of: 'class' })).toMatchObject({ names: { 'one a': '1A' } });
  });
});
