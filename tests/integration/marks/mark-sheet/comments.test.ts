import { describe, expect, it } from 'vitest';
import { BankCommentEntity } from '#functions/marks/mark-sheet/comments/bank-store.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { maxBankComments } from '#shared/marks/mark-sheet/comment-calls.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { readCommentBank, deleteBankComment, readLastTermMarks, saveBankComment } = markSheetContract;
const anything = { subject_id: null, from: null, to: null } as const;

const server = schoolForTests();
const [mona, eric, admin, clerk] = [server.as('T1'), server.as('T2'), server.as('A1'), server.as('A2')];

const bankOf = async (client: TestClient) => (await client.call(readCommentBank, {})).body;
const isStarter = ({ id }: { id: string }) => id.startsWith('starter-');
/** Without those with which every school begins. */
const textsOf = async (client: TestClient) =>
  (await bankOf(client)).filter((entry) => !isStarter(entry)).map(({ text }) => text);

describe('the comment bank', () => {
  it('of a school where nobody has written one has comments for every total, which the office changes and deletes as its own', async () => {
    const starters = async (client: TestClient) => (await bankOf(client)).filter(isStarter);
    const first = await starters(mona);
    expect(first).toHaveLength(12);
    for (const total of [0, 34, 35, 49, 50, 64, 65, 79, 80, 100])
      expect(first.filter(({ from, to }) => from !== null && to !== null && from <= total && total <= to)).not.toEqual(
        [],
      );
    const [one, other] = first as [(typeof first)[number], (typeof first)[number]];
    expect(one).toMatchObject({ scope: 'school', subject_id: null, version: 0 });
    expect((await mona.call(saveBankComment, { ...one, text: 'Not mine.' })).status).toBe(403);
    const { body: changed } = await admin.call(saveBankComment, { ...one, text: 'As this school says it.' });
    expect(changed).toEqual({ ...one, text: 'As this school says it.', version: 1 });
    expect((await admin.call(saveBankComment, { ...one, text: 'Too late.' })).status).toBe(409);
    const named = { id: other.id, scope: 'school', version: 0 } as const;
    const { body: gone } = await admin.call(deleteBankComment, named);
    const texts = (await starters(mona)).map(({ text }) => text);
    expect([texts.length, texts.includes('As this school says it.'), texts.includes(other.text)]).toEqual([
      ...[11, true, false],
    ]);
    // A deleted one would come back with the end of its record.
    const data = await BankCommentEntity.get({ owner: 'school', commentId: other.id });
    expect(data?.expires).toBeUndefined();
    await admin.call(saveBankComment, { ...other, version: gone.version });
    expect(await starters(mona)).toHaveLength(12);
  });

  it('offers each teacher their own comments and the school’s, and nobody else’s', async () => {
    await mona.call(saveBankComment, { ...anything, scope: 'own', text: 'Mona: {name} works steadily.' });
    await eric.call(saveBankComment, { ...anything, scope: 'own', text: 'Eric: {He} reads widely.' });
    const school = await admin.call(saveBankComment, {
      scope: 'school',
      subject_id: 'MATH',
      from: 40,
      to: 59,
      text: '{name} should practise more.',
    });
    expect(school.body).toMatchObject({ scope: 'school', subject_id: 'MATH', from: 40, to: 59, version: 1 });
    expect(await textsOf(mona)).toEqual(['Mona: {name} works steadily.', '{name} should practise more.']);
    expect(await textsOf(eric)).toEqual(['Eric: {He} reads widely.', '{name} should practise more.']);
  });

  it('lets the office alone write the school’s', async () => {
    const comment = { ...anything, scope: 'school', text: 'Not mine to say.' } as const;
    expect((await mona.call(saveBankComment, comment)).status).toBe(403);
    expect((await clerk.call(saveBankComment, comment)).status).toBe(403);
    const [own, school] = (await bankOf(mona)).filter((entry) => !isStarter(entry));
    expect(own?.scope).toBe('own');
    expect((await mona.call(deleteBankComment, { id: school?.id ?? '', scope: 'school', version: 1 })).status).toBe(
      403,
    );
    // The school's id does not exist among one's own.
    expect((await mona.call(deleteBankComment, { id: school?.id ?? '', scope: 'own', version: 1 })).status).toBe(404);
    // Another teacher's is not reached by its id either.
    expect((await eric.call(deleteBankComment, { id: own?.id ?? '', scope: 'own', version: 1 })).status).toBe(404);
    const stolen = { ...anything, id: own?.id ?? '', version: 1, scope: 'own', text: 'Mine now.' } as const;
    expect((await eric.call(saveBankComment, stolen)).status).toBe(404);
    expect(await textsOf(mona)).toContain('Mona: {name} works steadily.');
  });

  it('changes what the caller saw and nothing newer', async () => {
    const { body: first } = await mona.call(saveBankComment, { ...anything, scope: 'own', text: 'One.' });
    const { body: second } = await mona.call(saveBankComment, { ...first, text: 'Two.' });
    expect(second).toEqual({ ...first, text: 'Two.', version: 2 });
    const late = await mona.call(saveBankComment, { ...first, text: 'Three.' });
    expect(late.status).toBe(409);
    expect(await textsOf(mona)).toContain('Two.');
  });

  it('keeps in the trail what text, subject and totals were and became', async () => {
    const made = { scope: 'own', subject_id: 'MATH', from: 40, to: null, text: 'One.' } as const;
    const { body: first } = await mona.call(saveBankComment, made);
    const { body: second } = await mona.call(saveBankComment, { ...first, text: 'Two.', from: 50, subject_id: null });
    const { body: gone } = await mona.call(deleteBankComment, { id: first.id, scope: 'own', version: second.version });
    await mona.call(saveBankComment, { ...second, version: gone.version });
    const trail = await listAuditTrail(`comments#T1#${first.id}`);
    const told = trail.map(({ changes }) =>
      changes.map(({ field, before, after }) => `${field}: ${before ?? '-'} > ${after ?? '-'}`),
    );
    expect(told).toEqual([
      ['text: - > One.', 'subject_id: - > MATH', 'from: - > 40'],
      ['text: One. > Two.', 'subject_id: MATH > -', 'from: 40 > 50'],
      ['text: Two. > -', 'from: 50 > -'],
      ['text: - > Two.', 'from: - > 50'],
    ]);
  });

  it('keeps a comment once that is kept twice, of each subject and range of totals', async () => {
    const comment = { ...anything, scope: 'own', subject_id: 'MATH', text: 'Kept twice.' } as const;
    const { body: first } = await mona.call(saveBankComment, comment);
    expect((await mona.call(saveBankComment, { ...comment, text: 'Kept twice. ' })).body).toEqual(first);
    expect((await textsOf(mona)).filter((text) => text === comment.text)).toHaveLength(1);
    await mona.call(saveBankComment, { ...comment, subject_id: null });
    await mona.call(saveBankComment, { ...comment, from: 50 });
    await eric.call(saveBankComment, comment);
    expect((await textsOf(mona)).filter((text) => text === comment.text)).toHaveLength(3);
    expect((await textsOf(eric)).filter((text) => text === comment.text)).toHaveLength(1);
    // Deleted, it may be kept again.
    await mona.call(deleteBankComment, { id: first.id, scope: 'own', version: first.version });
    const { body: again } = await mona.call(saveBankComment, comment);
    expect(again.id).not.toBe(first.id);
  });

  it('refuses what is no comment, and more than it holds', async () => {
    const upside = { scope: 'own', subject_id: null, from: 60, to: 40, text: 'From above to below.' } as const;
    expect((await eric.call(saveBankComment, upside)).error?.fields).toHaveProperty('to');
    expect((await eric.call(saveBankComment, { ...anything, scope: 'own', text: '' })).status).toBe(422);
    expect((await eric.call(saveBankComment, { ...anything, scope: 'own', text: 'x'.repeat(501) })).status).toBe(422);
    const many = Array.from({ length: maxBankComments }, (_, index) => ({
      owner: 'T2',
      commentId: `many-${index}`,
      text: `Comment ${index}`,
      version: 1,
    }));
    await putRecords(BankCommentEntity, many);
    const full = await eric.call(saveBankComment, { ...anything, scope: 'own', text: 'One too many.' });
    expect(full.error?.fields).toHaveProperty('text');
  });
});

describe('the marks of the term before', () => {
  const sheet = { employee_id: 'T1', subject_id: 'MATH', class_id: '1A', form_level: '1', year: '2025' } as const;

  it('are those of the same year, or of the third term of the year before', async () => {
    const of = { subjectId: 'MATH', classId: '1A', formLevel: 1 };
    await putRecords(SubjectRecordEntity, [
      // Course 24 of 30 and exam 35 of 70: 59.0 per cent.
      {
        ...of,
        studentId: 'S01',
        year: 2024,
        term: 3,
        workSum: 80,
        workOutOf: 100,
        exam: 35,
        comment: 'A good start.',
      },
      // Entered when the exam was out of 100: 27 + 35.
      { ...of, studentId: 'S02', year: 2024, term: 3, workSum: 90, workOutOf: 100, exam: 50, examOutOf: 100 },
      // The first term is not the one before the first.
      { ...of, studentId: 'S03', year: 2024, term: 1, workSum: 80, workOutOf: 100, exam: 35, comment: 'Too old.' },
    ]);
    await executeActionOfTest(StudentEntity.update({ studentId: 'S01' }, { set: { sex: 'F' } }));
    await executeActionOfTest(StudentEntity.update({ studentId: 'S02' }, { set: { sex: 'Male' } }));
    const { body } = await mona.call(readLastTermMarks, { ...sheet, term: '1' });
    expect([body.year, body.term]).toEqual([2024, 3]);
    const none = { course_mark: null, exam_mark: null, total: null, comment: null };
    expect(body.students.slice(0, 3)).toEqual([
      {
        student_id: 'S01',
        first_name: 'Pupil S01',
        pronoun: 'she',
        course_mark: 24,
        exam_mark: 35,
        total: 59,
        comment: 'A good start.',
      },
      {
        student_id: 'S02',
        first_name: 'Pupil S02',
        pronoun: 'he',
        course_mark: 27,
        exam_mark: 50,
        total: 62,
        comment: null,
      },
      { student_id: 'S03', first_name: 'Pupil S03', pronoun: 'they', ...none },
    ]);
    const second = await mona.call(readLastTermMarks, { ...sheet, term: '2' });
    expect([second.body.year, second.body.term]).toEqual([2025, 1]);
  });
});
