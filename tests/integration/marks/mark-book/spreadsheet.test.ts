import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { fetchSpreadsheet, keepSpreadsheet } from '#functions/platform/files/made-spreadsheets.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import type { SpreadsheetEvent } from '#shared/marks/mark-book/spreadsheet-calls.ts';
import { termsContract } from '#shared/school/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';

const { saveAssessment, saveMark, makeSpreadsheet, downloadSpreadsheet } = markBookContract;
const of = { year: String(year), term: '1' };

/** The events of a whole stream. */
function eventsOf(bytes: Uint8Array): SpreadsheetEvent[] {
  const text = new TextDecoder().decode(bytes);
  expect(text).toMatch(/^(data: [^\n]+\n\n)+$/);
  return text
    .trim()
    .split('\n\n')
    .map((event) => makeSpreadsheet.output().parse(JSON.parse(event.replace('data: ', ''))) as SpreadsheetEvent);
}

describe('the mark book spreadsheet', () => {
  const school = schoolForTests();
  const office = school.as('A1');

  beforeAll(async () => {
    const page = { employee_id: 'T1', subject_id: 'MATH', form_class_id: '1A', academic_year_id: yearId };
    const details = { topic: 'Fractions', date: '2025-10-02', total: 20, assesment_number: 1, form_level: 1, term };
    await office.call(saveAssessment, { ...page, ...details });
    await office.call(saveMark, { ...page, student_id: 'S02', assesment_number: 1, mark: 15, term });
  });

  it('tells how far it is, event by event, and at the end by what it is fetched', async () => {
    const answer = await office.call(makeSpreadsheet, { ...of, formLevel: '1' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('transfer-encoding')).toBe('chunked');
    const events = eventsOf(answer.bytes);
    expect(events.length).toBeGreaterThan(2);
    expect(events[0]).toMatchObject({ progress: 0, complete: false, filePath: null });
    const last = events.at(-1);
    // Two subjects in two classes are four pages; the workbook is one step more.
    expect(last).toMatchObject({ complete: true, progress: 5, total: 5 });
    expect(events.map(({ progress }) => progress)).toEqual(
      events.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
  });

  it('sends its first event before the last one is made', async () => {
    const response = await fetch(`${school.url}/api/spreadsheet?year=${year}&term=1&formLevel=1`, {
      headers: { Cookie: [...office.cookies].map((pair) => pair.join('=')).join('; ') },
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(eventsOf(first?.value ?? new Uint8Array()).at(-1)?.complete).toBe(false);
    await reader?.cancel();
  });

  const made = async (input: Record<string, string>, client = office): Promise<string> => {
    const answer = await client.call(makeSpreadsheet, { ...of, ...input });
    return eventsOf(answer.bytes).at(-1)?.filePath ?? '';
  };

  it('is a workbook of a summary and a sheet for each subject', async () => {
    const answer = await office.call(downloadSpreadsheet, { filePath: await made({ formLevel: '1' }) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/Mark Book Spreadsheet \d{4}-\d\d-\d\d\.xlsx/);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(answer.bytes) as never);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Summary', 'English Language', 'Mathematics']);
    const rows = (name: string) => (workbook.getWorksheet(name)?.getSheetValues() ?? []) as unknown[][];
    expect(rows('Summary')[3]?.slice(1)).toEqual(['Student ID', 'Last Name', 'First Name', 'Class', 'ENGL', 'MATH']);
    expect(rows('Summary').filter((row) => String(row?.[1]).startsWith('S'))).toHaveLength(10);
    expect(
      rows('Summary')
        .find((row) => row?.[1] === 'S02')
        ?.slice(4),
    ).toEqual(['1A', undefined, 75]);
    const maths = rows('Mathematics').filter(Boolean);
    expect(maths.map((row) => row[1])).toEqual(expect.arrayContaining(['1A: Mona Núñez', '1B: Eric Ali']));
    expect(maths.find((row) => row[1] === 'S02')).toEqual(expect.arrayContaining([75, 15]));
  });

  it.each([
    { input: { formClass: '4A' }, sheets: ['Summary', 'Mathematics'] },
    { input: { subjectId: 'MATH' }, sheets: ['Summary', 'Mathematics'] },
    { input: { formLevel: '1', formClass: '1B', subjectId: 'ENGL' }, sheets: ['Summary', 'English Language'] },
  ])('holds what was asked for: $input', async ({ input, sheets }) => {
    const { bytes } = await office.call(downloadSpreadsheet, { filePath: await made(input) });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.from(bytes) as never);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(sheets);
  });

  it('asks for a level, a class or a subject', async () => {
    const answer = await office.call(makeSpreadsheet, of);
    expect(answer.status).toBe(422);
    expect(answer.error?.message).toEqual(['No Fields selected. Please select field to download spreadsheet.']);
  });

  it('refuses before its first event what is not there', async () => {
    expect((await office.call(makeSpreadsheet, { ...of, formLevel: '1', formClass: '4A' })).status).toBe(422);
    expect((await office.call(makeSpreadsheet, { ...of, subjectId: 'NOPE' })).status).toBe(404);
  });

  it('is fetched by the person who asked for it, and by nobody else', async () => {
    const filePath = await made({ formLevel: '1' });
    const dean = await clientOfAccount(school.url, 'T3');
    expect((await dean.call(downloadSpreadsheet, { filePath })).status).toBe(404);
    const teacher = await clientOfAccount(school.url, 'T1');
    expect((await teacher.call(downloadSpreadsheet, { filePath })).status).toBe(403);
    expect((await office.call(downloadSpreadsheet, { filePath })).status).toBe(200);
  });

  it('has the teachers of a term that is over as they were then', async () => {
    const teachersOf1A = async () => {
      const { bytes } = await office.call(downloadSpreadsheet, { filePath: await made({ formClass: '1A' }) });
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(Buffer.from(bytes) as never);
      return ['English Language', 'Mathematics'].map((name) => workbook.getWorksheet(name)?.getCell('A3').value);
    };
    const lesson = { year, subjectId: 'MATH', classId: '1A' };
    expect(await teachersOf1A()).toEqual(['1A: Eric Ali', '1A: Mona Núñez']);
    expect((await office.call(termsContract.closeTerm, { academic_year_id: yearId, term })).status).toBe(200);
    // Eric is called Joseph now, and takes over Mona's lesson.
    await changeRecordOfTest(EmployeeEntity, { employeeId: 'T2' }, { lastName: 'Joseph' });
    await executeActionOfTest(LessonEntity.delete({ ...lesson, employeeId: 'T1' }));
    await executeActionOfTest(LessonEntity.put({ ...lesson, employeeId: 'T2', formLevel: 1 }));
    expect(await teachersOf1A()).toEqual(['1A: Eric Ali', '1A: Mona Núñez']);
    expect((await office.call(termsContract.openTerm, { academic_year_id: yearId, term })).status).toBe(200);
    expect(await teachersOf1A()).toEqual(['1A: Eric Joseph', '1A: Eric Joseph']);
  });

  it('can be fetched for ten minutes', async () => {
    const now = new Date();
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const token = await keepSpreadsheet('A1', new Uint8Array([1, 2, 3]), now);
    expect(await fetchSpreadsheet('A1', token, later(9.9))).toEqual(new Uint8Array([1, 2, 3]));
    expect(await fetchSpreadsheet('A1', token, later(10.1))).toBeUndefined();
    expect(await fetchSpreadsheet('A2', token, now)).toBeUndefined();
  });
});
