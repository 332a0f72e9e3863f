import { beforeAll, describe, expect, it } from 'vitest';
import { listReportsOfStudent } from '#functions/marks/records/term-report.ts';
import { DismissedFindingEntity } from '#functions/options/truth-check/findings/dismissed-finding.ts';
import { readSectionOfFindings } from '#functions/options/truth-check/section-of-everything.ts';
import { school as file } from '#functions/school/records/school.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { putRecords } from '../../../support/school/records.ts';
import { term, year } from '../../../support/school/small-school.ts';

describe('a school that no longer checks its reports', () => {
  const school = schoolWithoutOptions();
  beforeAll(async () => {
    const dismissed = { year, term, classId: '4A', rule: 'unfinished' as const, text: 'Found.', by: 'Ada Office' };
    await putRecords(
      DismissedFindingEntity,
      ['S41', 'S42'].map((studentId) => ({
        ...dismissed,
        studentId,
        finding: studentId.padEnd(22, 'x'),
        reason: `It is right of ${studentId}.`,
        until: 'open',
        at: '2025-10-01T11:50:00.000Z',
      })),
    );
  });

  it('answers no call of the check', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    const ofTerm = { year: String(year), term: String(term) };
    expect((await office.call(truthCheckContract.countFindings, ofTerm)).status).toBe(404);
    expect((await office.call(truthCheckContract.listFindings, { ...ofTerm, class_id: '4A' })).status).toBe(404);
  });

  it('gives out what was dismissed of a student, and of no other', async () => {
    const { sheets } = await readSectionOfFindings('S41', { reports: await listReportsOfStudent('S41') });
    expect(sheets.map(([, rows]) => rows.slice(1))).toEqual([
      [
        [
          expect.stringContaining('Term 1'),
          'Found.',
          'It is right of S41.',
          'Ada Office',
          expect.any(String),
          null,
          null,
        ],
      ],
    ]);
  });

  it('erases it with the student all the same', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    file().options = [];
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toContain('dismissed-finding');
    const left = await DismissedFindingEntity.query({ year, term, classId: '4A' });
    expect(left.map(({ studentId }) => studentId)).toEqual(['S42']);
  });
});
