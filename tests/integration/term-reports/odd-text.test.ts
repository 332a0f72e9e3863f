import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { clientOf } from '../../support/callers/callers.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { readMarkSheet, readSheets } from '../../support/files/printed-sheets.ts';
import { readWorkbook } from '../../support/files/workbook.ts';
import { write } from '../../support/school/records.ts';
import { addStudents, startSmallSchool, term, year } from '../../support/school/small-school.ts';
import { printCards, readCards } from './printed-cards.ts';

const substitute = '\ufffd';
/** What somebody writes, and what paper can show of it: one visible substitute for each letter that the fonts do not have. */
const texts = [
  { kind: 'emoji', text: '😀 Well done 🎓', onPaper: `${substitute} Well done ${substitute}` },
  { kind: 'markup', text: '<script>alert("1")</script> & <b>', onPaper: '<script>alert("1")</script> & <b>' },
  { kind: 'a formula', text: '=HYPERLINK("http://x.example")', onPaper: '=HYPERLINK("http://x.example")' },
  { kind: 'a formula with plus', text: '+1+cmd|calc', onPaper: '+1+cmd|calc' },
  { kind: 'a formula with minus', text: '-2+3', onPaper: '-2+3' },
  { kind: 'a formula with at', text: '@SUM(A1)', onPaper: '@SUM(A1)' },
  { kind: 'right-to-left text', text: 'שלום Ali عمر', onPaper: `${substitute.repeat(4)} Ali ${substitute.repeat(3)}` },
  { kind: 'a word of 500 letters', text: 'W'.repeat(500), onPaper: 'W'.repeat(500) },
  {
    kind: 'words of 500 letters',
    text: 'ab '.repeat(166).padEnd(500, 'c'),
    onPaper: 'ab '.repeat(166).padEnd(500, 'c'),
  },
] as const;

const students = texts.map((one, index) => ({ ...one, studentId: `X${index}` }));
/** Long words are broken over lines: the breaks cannot be told from spaces. */
const squeezed = (text: string | undefined) => (text ?? '').replace(/\s/g, '');
const ofClass = { classId: '1B', year: String(year), term: String(term) };

describe('names and remarks of any script and length', () => {
  let server: RunningSchool;
  let admin: TestClient;

  beforeAll(async () => {
    server = await startSmallSchool();
    await addStudents(
      '1B',
      students.map(({ studentId }) => studentId),
    );
    const { Student } = await import('#functions/students/records/store.ts');
    const { ClassPost } = await import('#functions/people/records/store.ts');
    const post = { employeeId: 'T2', year, classId: '1B', formLevel: 1, name: 'Eric Ali' };
    await write(ClassPost.put({ ...post, as: 'form teacher' }));
    admin = await clientOf(server.url, 'A1');
    const [form, dean] = await Promise.all([clientOf(server.url, 'T2'), clientOf(server.url, 'T3')]);
    for (const { studentId, text } of students) {
      await write(Student.update({ studentId }, { set: { lastName: text, firstName: text } }));
      const of = { student_id: studentId, year, term };
      const { saveTermReport } = termReportsContract;
      const saved = [
        await form.call(saveTermReport, { ...of, comments: text, was: { comments: null } }),
        await dean.call(saveTermReport, { ...of, dcomments: text, was: { dcomments: null } }),
        await form.call(markSheetContract.saveSubjectRecord, {
          ...of,
          subject_id: 'MATH',
          exam_mark: 50,
          comment: text,
        }),
      ];
      expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });
  afterAll(() => server.stop());

  it.each(students)('print on report cards: $kind', async ({ studentId, onPaper }) => {
    const answer = await printCards(admin, { studentId });
    expect(answer.status).toBe(200);
    const [card] = await readCards(answer);
    expect(squeezed(card?.name)).toBe(squeezed(`${onPaper}, ${onPaper}`));
    const remarks = card?.texts.map(squeezed).filter((one) => one === squeezed(onPaper));
    expect(remarks).toHaveLength(2);
    const mathematics = card?.rows.find(([title]) => title?.startsWith('Mathematics'));
    expect(squeezed(mathematics?.at(-1))).toBe(squeezed(onPaper));
  });

  it('print on mark sheet and rank sheet, each student whole', async () => {
    const [sheet, ranking] = await Promise.all([
      admin.call(termReportsContract.markSheet, ofClass),
      admin.call(termReportsContract.rankSheet, ofClass),
    ]);
    expect([sheet.status, ranking.status]).toEqual([200, 200]);
    const expected = students.map(({ onPaper }) => squeezed(`${onPaper}, ${onPaper}`));
    const printed = readMarkSheet(await readSheets(sheet.bytes));
    const onSheet = printed.students.map(({ name }) => squeezed(name));
    expect(onSheet).toEqual(expect.arrayContaining(expected));
    const ranked = (await readSheets(ranking.bytes)).flatMap(({ rows }) => rows.map(([, name]) => squeezed(name)));
    expect(ranked).toEqual(expect.arrayContaining(expected));
  });

  it('are exported as they are, and what starts like a formula as text', async () => {
    const { status, bytes } = await admin.call(termReportsContract.markSheetExcel, ofClass);
    expect(status).toBe(200);
    const rows = await readWorkbook(bytes);
    const names = new Map(rows.map(([id, name]) => [id, name]));
    for (const { studentId, text } of students) {
      const name = `${text}, ${text}`;
      expect(names.get(studentId)).toBe(/^[=+\-@]/.test(name) ? `'${name}` : name);
    }
  });
});
