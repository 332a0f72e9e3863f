import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { SubjectEntity } from '#functions/subjects/records/store.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { readPrintedMarkSheet, readPrintedSheets } from '../../support/files/printed-sheets.ts';
import { readWorkbook } from '../../support/files/workbook.ts';
import { changeRecordOfTest, putRecords } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';

const ofClass = (classId: string, change = {}) => ({ classId, year: String(year), term: String(term), ...change });

describe('mark sheet and rank sheet of a class', () => {
  const { as } = schoolForTests();
  const [mona, office] = [as('T1'), as('A1')];

  beforeAll(async () => {
    const record = { year, term, classId: '1A', formLevel: 1, examOutOf: 70 };
    await putRecords(SubjectRecordEntity, [
      { ...record, studentId: 'S01', subjectId: 'MATH', workSum: 32, workOutOf: 45, exam: 45.5 },
      { ...record, studentId: 'S02', subjectId: 'MATH', workSum: 8, workOutOf: 8, exam: 70 },
      { ...record, studentId: 'S02', subjectId: 'ENGL', workSum: 42, workOutOf: 100, exam: 0 },
      { ...record, studentId: 'S03', subjectId: 'ENGL', exam: 61 },
    ]);
  });

  it('show what the list of term reports shows, and the marks behind it', async () => {
    const [{ body }, sheet, ranking, workbook] = await Promise.all([
      mona.call(termReportsContract.readClassTermReports, { class_id: '1A', year: String(year), term: String(term) }),
      mona.call(termReportsContract.printMarkSheet, ofClass('1A')),
      mona.call(termReportsContract.printRankSheet, ofClass('1A')),
      mona.call(termReportsContract.downloadMarkSheetSpreadsheet, ofClass('1A')),
    ]);
    expect(sheet.headers.get('content-type')).toBe('application/pdf');
    expect(workbook.headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/);
    expect(workbook.headers.get('content-disposition')).toContain('filename="1A Marksheet Term 1 2025-2026.xlsx"');
    const printed = readPrintedMarkSheet(await readPrintedSheets(sheet.bytes));
    expect(printed.subjects).toEqual(['ENGL', 'MATH']);
    expect(
      printed.students.slice(0, 4).map(({ name, average, rank, cells }) => [name, average, rank, ...cells]),
    ).toEqual([
      ['Lastname S01, Pupil S01', '66.8 1 of 2', '1', '–', '66.8 21.3 + 45.5'],
      ['Lastname S02, Pupil S02', '56.3', '2', '12.6 12.6 + 0', '100.0 30.0 + 70'],
      ['Lastname S03, Pupil S03', '-- 0 of 2', '–', '– – + 61', '–'],
      ['Lastname S04, Pupil S04', '-- 0 of 2', '–', '–', '–'],
    ]);
    const inList = new Map(body.data.map(({ name, average, entered, of }) => [name, { average, entered, of }]));
    const [ranks] = await readPrintedSheets(ranking.bytes);
    const rows = await readWorkbook(workbook.bytes);
    expect(inList.size).toBe(6);
    for (const [name, { average, entered, of }] of inList) {
      const ranked = ranks?.rows.find((row) => row[1] === name);
      expect(ranked?.slice(3)).toEqual([`${entered} of ${of} entered`, average ?? '--', '']);
      const row = rows.find((cells) => cells[1] === name);
      expect(row?.slice(2, 4)).toEqual([average === null ? null : Number(average), `${entered} of ${of}`]);
    }
  });

  it('keep a student who has moved on since on the sheet of the class of that term', async () => {
    await changeRecordOfTest(StudentEntity, { studentId: 'S06' }, { classId: '4B', formLevel: 4 });
    const sheet = readPrintedMarkSheet(
      await readPrintedSheets((await mona.call(termReportsContract.printMarkSheet, ofClass('1A'))).bytes),
    );
    expect(sheet.students.map(({ name }) => name)).toContain('Lastname S06, Pupil S06');
    await changeRecordOfTest(StudentEntity, { studentId: 'S06' }, { classId: '1A', formLevel: 1 });
  });

  it('call the subjects of a term that is over as they were called in it', async () => {
    const closed = await office.call(termsContract.closeTerm, { academic_year_id: yearId, term });
    expect(closed.status).toBe(200);
    await changeRecordOfTest(SubjectEntity, { subjectId: 'MATH' }, { title: 'Numeracy', abbr: 'NUM' });
    await changeRecordOfTest(SubjectEntity, { subjectId: 'ENGL' }, { deletedAt: '2026-01-05T12:00:00.000Z' });
    const { bytes } = await mona.call(termReportsContract.printMarkSheet, ofClass('1A'));
    expect(readPrintedMarkSheet(await readPrintedSheets(bytes)).subjects).toEqual(['ENGL', 'MATH']);
  });
});
