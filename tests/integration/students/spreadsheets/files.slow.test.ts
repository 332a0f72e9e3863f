import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import {
  makeWorkbook,
  previewClassList,
  readFirstSheet,
  toConfirmedRows,
} from '../../../support/files/class-list-files.ts';
import { editWorkbook, findFirstSheet } from '../../../support/files/edit-workbook.ts';
import { hostileWorkbooks } from '../../../support/files/hostile-workbooks.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';
import { messyClassList } from './messy-class-list.ts';

const { downloadRegistrationData, readStudentUploadProgress, downloadUploadTemplate, applyStudentUpload } =
  studentSpreadsheetsContract;
const soffice = '/usr/bin/soffice';

describe('files of class lists', () => {
  const school = schoolForTests();
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
  let admin: TestClient;
  let bringBack: Awaited<ReturnType<typeof saveTableForRestore>>;

  beforeAll(async () => {
    executions = await startSteppedExecutions();
    admin = await clientOfAccount(school.url, 'A1');
    bringBack = await saveTableForRestore();
  });
  afterAll(() => executions.stop());

  it.each([1, 2, 3])('a messy list (number %i) is in the school, every student as the list means', async (seed) => {
    await bringBack();
    const { rows, expected } = messyClassList({ seed, count: 60, classes: ['1A', '1B', '4A'] });
    const { body } = await previewClassList(admin, await makeWorkbook(rows, 'Sheet 1'));
    expect(body.rows.filter(({ error }) => error === 1)).toEqual([]);
    const begun = (await admin.call(applyStudentUpload, toConfirmedRows(body))).body;
    await executions.run(handler);
    const end = (await admin.call(readStudentUploadProgress, { upload: begun.upload })).body;
    expect(end.rows.filter(({ error }) => error === 1)).toEqual([]);
    const data = await StudentEntity.queryBy('all', { status: 'current' });
    const byId = new Map(data.map((student) => [student.studentId, student]));
    const found = end.rows.map(({ id }) => byId.get(id));
    expect(
      found.map((one) => ({
        lastName: one?.lastName,
        firstName: one?.firstName,
        classId: one?.classId,
        seaNo: one?.seaNo,
        dateOfBirth: one?.dateOfBirth,
        town: one?.address_line_2,
      })),
    ).toEqual(expected);
  });

  it('the template explains its columns, offers choices, and what is typed into it is read; its example is not', async () => {
    const answer = await admin.call(downloadUploadTemplate, {});
    expect(answer.headers.get('content-disposition')).toMatch(
      /filename="Registration Upload-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.xlsx"/,
    );
    const [headings, example] = await readFirstSheet(answer.bytes);
    expect(headings?.slice(0, 8)).toEqual([
      ...['Student ID', 'Last Name', 'First Name', 'SEA Reg No.', 'Class', 'Date of Birth', 'House', 'Entry Date'],
    ]);
    expect(example?.slice(0, 6)).toEqual(['EXAMPLE', 'Example', 'Ella', '0012345678', '1A', '2014-09-05']);
    expect((await previewClassList(admin, answer.bytes)).error?.fields).toEqual({
      file: [sheetWordings.noStudents],
    });
    let rules: unknown[] = [];
    const filled = await editWorkbook(answer.bytes, (workbook) => {
      const sheet = findFirstSheet(workbook);
      rules = ['E3', 'F3', 'G900'].map((cell) => sheet.getCell(cell).dataValidation);
      for (const [index, value] of [null, 'Ali', 'Sam', '0099', '1B', new Date('2014-09-05')].entries()) {
        sheet.getCell(3, index + 1).value = value;
      }
      expect(workbook.worksheets.map(({ name, state }) => [name, state])).toEqual([
        ['Students', 'visible'],
        ['Notes', 'visible'],
        ['Choices', 'veryHidden'],
      ]);
      const choices = workbook.getWorksheet('Choices');
      expect([choices?.getCell('A1').value, choices?.getCell('A2').value]).toEqual(['Class', '1A']);
    });
    expect(rules).toMatchObject([
      {
        type: 'list',
        formulae: [expect.stringMatching(/^Choices!\$A\$2:\$A\$\d+$/)],
        prompt: expect.stringContaining('class'),
      },
      { promptTitle: 'Date of Birth', prompt: sheetWordings.dateExpected },
      { type: 'list', promptTitle: 'House' },
    ]);
    const { body } = await previewClassList(admin, filled);
    expect(body.notes).toEqual([sheetWordings.exampleRow(2)]);
    expect(body.rows).toMatchObject([{ row: 3, error: 0, sea_no: '0099', date_of_birth: '05-Sep-2014' }]);
  });

  it.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['Windows letters', (text: string) => Buffer.from(text, 'latin1')],
    ['Unicode text of Excel', (text: string) => Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le')],
    ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
  ])('a list of text in %s is read, quotes and all', async (_name, bytes) => {
    const text = 'Last Name,First Name,Class,SEA No\r\n"Núñez ""Nu""",Zoë,1A,007\r\n\r\nAli,"Sam\r\nJr",1B,\r\n';
    const { body } = await previewClassList(admin, bytes(text), 'list.csv');
    expect(body.rows.map(({ row, last_name, first_name, sea_no }) => [row, last_name, first_name, sea_no])).toEqual([
      [2, 'Núñez "Nu"', 'Zoë', '007'],
      [4, 'Ali', 'Sam Jr', ''],
    ]);
  });

  it.each(Object.entries(hostileWorkbooks))('refuses %s with a reason', async (_name, make) => {
    const answer = await previewClassList(admin, make());
    expect([413, 422]).toContain(answer.status);
    expect(answer.error?.message?.[0] ?? '').not.toBe('');
  });

  it('refuses a sheet without headings, and one that nobody could confirm in one go', async () => {
    const answer = await previewClassList(
      admin,
      await makeWorkbook([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    );
    expect(answer.error?.fields?.file?.[0]).toContain('The headings are missing.');
    const long = ['Ali', 'Sam', '1A', ...Array.from({ length: 4 }, () => 'x'.repeat(490))];
    const many = Array.from({ length: 1900 }, () => long);
    const headings = ['Last Name', 'First Name', 'Class', 'Details', 'Hobbies', 'Activities', 'Achievements'];
    const large = await previewClassList(admin, await makeWorkbook([headings, ...many]));
    expect(large.error?.fields?.file).toEqual([sheetWordings.tooMuchText]);
  });

  it.skipIf(!existsSync(soffice))(
    'what was downloaded is read right after LibreOffice has saved it',
    async () => {
      await bringBack();
      const folder = mkdtempSync(join(tmpdir(), 'students-'));
      try {
        await executeActionOfTest(
          StudentEntity.update(
            { studentId: 'S01' },
            { set: { dateOfBirth: '2014-03-09', seaNo: '00123', hobbies: '=SUM(A1)', no_in_family: '3' } },
          ),
        );
        const file = join(folder, 'students.xlsx');
        writeFileSync(file, (await admin.call(downloadRegistrationData, {})).bytes);
        const profile = `-env:UserInstallation=file://${folder}/profile`;
        const args = [
          '--headless',
          profile,
          '--convert-to',
          'xlsx:Calc MS Excel 2007 XML',
          '--outdir',
          join(folder, 'out'),
        ];
        execFileSync(soffice, [...args, file], { stdio: 'ignore', timeout: 90_000 });
        const { body } = await previewClassList(admin, readFileSync(join(folder, 'out', 'students.xlsx')));
        expect(body.rows).toHaveLength(15);
        expect(body.rows.filter(({ error, was }) => error === 1 || Object.keys(was).length > 0)).toEqual([]);
        expect(body.rows.find(({ id }) => id === 'S01')).toMatchObject({
          sea_no: '00123',
          date_of_birth: '09-Mar-2014',
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    120_000,
  );
});
