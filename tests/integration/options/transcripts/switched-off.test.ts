import { describe, expect, it } from 'vitest';
import { EarlierMarksEntity } from '#functions/options/transcripts/records/earlier-marks.ts';
import {
  DocumentNumberEntity,
  documentNumberKey,
  StudentDocumentEntity,
} from '#functions/options/transcripts/records/issued-documents.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { school as file } from '#functions/school/records/school.ts';
import { tableParts } from '#functions/students/register/erasure/erasure-steps.ts';
import { eraseRows } from '#functions/students/register/jobs/rows-to-erase.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { orderOfNumber } from '#shared/options/transcripts/kinds.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { schoolWithoutOptions } from '../../../support/options/without-options.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';

describe('a school without transcripts', () => {
  const school = schoolWithoutOptions();

  it('answers none of its calls', async () => {
    const office = await clientOfAccount(school.url, 'A1');
    const { readTranscript, printBlankPaper, listPostedTerms } = transcriptsContract;
    expect((await office.call(readTranscript, { student_id: 'S41' })).status).toBe(404);
    expect((await office.call(printBlankPaper, { paper: 'card', class_id: '4A' })).status).toBe(404);
    expect((await office.call(listPostedTerms, {})).status).toBe(404);
  });

  it('erases what a student had all the same, and keeps the number without its reason', async () => {
    await import('#functions/students/register/jobs/lambda.ts');
    file().options = [];
    const of = {
      issuedIn: 2025,
      kind: 'transcript' as const,
      issuedAt: '2025-10-01T12:00:00.000Z',
      issuedBy: 'Ada Office',
    };
    for (const [index, studentId] of ['S41', 'S42'].entries()) {
      const number = `2025-000${index + 1}`;
      const marks = [{ year: 2019, term: 1 as const, subject: 'Latin', mark: '67', source: 'Book' }];
      await executeActionOfTest(EarlierMarksEntity.put({ studentId, version: 1, marks, attendance: [] }));
      await executeActionOfTest(StudentDocumentEntity.put({ studentId, number, format: 1, content: '{}' }));
      await executeActionOfTest(
        DocumentNumberEntity.put({
          ...of,
          studentId,
          number,
          order: orderOfNumber(number),
          withdrawnAt: of.issuedAt,
          reason: 'A wrong name',
        }),
      );
    }
    const unknown = await Promise.all(Array.from({ length: tableParts }, (_, part) => eraseRows(['S41'], part)));
    expect(unknown.flat().join(' ')).not.toMatch(/earlier-marks|document/);
    const left = async (studentId: string, number: string) => {
      const { issued } = await readItems({ issued: documentNumberKey(number) });
      const marks = await EarlierMarksEntity.query({ studentId });
      const documents = await StudentDocumentEntity.query({ studentId });
      return { marks: marks.length, documents: documents.length, issued: issued?.number, reason: issued?.reason };
    };
    expect(await left('S41', '2025-0001')).toEqual({ marks: 0, documents: 0, issued: '2025-0001', reason: undefined });
    expect(await left('S42', '2025-0002')).toEqual({
      marks: 1,
      documents: 1,
      issued: '2025-0002',
      reason: 'A wrong name',
    });
  });
});
