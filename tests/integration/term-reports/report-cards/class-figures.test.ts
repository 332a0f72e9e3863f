import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { school } from '#functions/school/records/school.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { printCards, readCards } from './printed-cards.ts';

/** Totals with average, highest and place of the class. */
const layout: CardLayout = {
  ...standardLayout,
  name: 'With the class',
  front: standardLayout.front.map((row) =>
    row.map((block) =>
      block.block === 'subjects'
        ? {
            ...block,
            teacherBelowTitle: false,
            columns: [{ column: 'total' }, { column: 'classAverage' }, { column: 'highest' }, { column: 'place' }],
          }
        : block,
    ),
  ),
};

describe('a card whose layout prints figures of the class', () => {
  const admin = schoolForTests().as('A1');
  let before: ReturnType<typeof school>['reportCards'];

  beforeAll(async () => {
    before = school().reportCards;
    school().reportCards = { own: [layout], rules: [{ levels: [1], terms: [term], layout: layout.name }] };
    const record = { year, term, classId: '1A', formLevel: 1, subjectId: 'MATH', workOutOf: 30, examOutOf: 70 };
    await putRecords(SubjectRecordEntity, [
      { ...record, studentId: 'S01', workSum: 20, exam: 40 },
      { ...record, studentId: 'S02', workSum: 30, exam: 70 },
      { ...record, studentId: 'S03', workSum: 10, exam: 35.5 },
    ]);
  });
  afterAll(() => {
    school().reportCards = before;
  });

  const mathsOf = async (change: Record<string, string>) =>
    Object.fromEntries(
      (await readCards(await printCards(admin, change))).map(({ name, rows }) => [
        name.slice('Lastname '.length, 'Lastname S01'.length),
        rows.find(([title]) => title === 'Mathematics')?.slice(1),
      ]),
    );

  it('has the same ones alone and with the class', async () => {
    const ofClass = await mathsOf({ classId: '1A' });
    // 60.0, 100.0 and 45.5: 205.5, a third of it 68.5.
    expect(ofClass).toMatchObject({
      S01: ['60.0', '68.5', '100.0', '2'],
      S02: ['100.0', '68.5', '100.0', '1'],
      S03: ['45.5', '68.5', '100.0', '3'],
      S04: ['–', '68.5', '100.0', '–'],
    });
    expect(await mathsOf({ studentId: 'S03' })).toEqual({ S03: ofClass.S03 });
  });

  it('counts nobody who left in the term, as the mark sheet does', async () => {
    const input = { student_id: 'S02', date_of_leaving: `${year}-10-01`, reason: null };
    expect((await admin.call(studentRegisterContract.archiveStudent, input)).status).toBe(200);
    expect((await mathsOf({ classId: '1A' })).S01).toEqual(['60.0', '52.8', '60.0', '1']);
    expect(await mathsOf({ studentId: 'S02' })).toEqual({ S02: ['100.0', '52.8', '60.0', '–'] });
  });
});
