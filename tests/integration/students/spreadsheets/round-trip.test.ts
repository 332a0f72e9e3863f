import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { menuKeys } from '#shared/http/contract.ts';
import { type StudentField, storedAttributeName, studentFields } from '#shared/students/fields.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { spreadsheetFields } from '#shared/students/spreadsheets/row-cells.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { previewClassList, readFirstSheet, toConfirmedRows } from '../../../support/files/class-list-files.ts';
import { putRecords } from '../../../support/school/records.ts';
import { startServer } from '../../../support/school/server.ts';
import { addAccount } from '../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../support/school/table-content.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

const { downloadRegistrationData, readStudentUploadProgress, applyStudentUpload } = studentSpreadsheetsContract;

/** What people write that a spreadsheet program may take for something else. */
const oddTexts = [
  ...['=1+1', '+868 555 0123', '-5', '@home', "'quoted", "'=quoted", '007', '1e5', 'TRUE', '1/2/2010', '05-Sep', '  '],
  ...['Ñandú Đặng', 'O’Brien, "Bill"', '_x0041_', 'a;b,c', '👩‍👧 family', '٣', '#REF!', '00', '1.10', '<b>&amp;</b>'],
];

describe('all columns of a school', () => {
  let school: RunningSchool;
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
  let admin: TestClient;
  let toEmpty: Awaited<ReturnType<typeof saveTableForRestore>>;

  beforeAll(async () => {
    school = await startServer({ isDemo: false, site: 'none' });
    executions = await startSteppedExecutions();
    const permissions = menuKeys.map((menu) => ({ menu, action: null }));
    await addAccount({ accountId: 'A1', role: 'Admin', userName: 'admin', name: 'Ada Office', permissions });
    toEmpty = await saveTableForRestore();
    admin = await clientOfAccount(school.url, 'A1');
  });
  afterAll(async () => {
    await executions.stop();
    await school.stop();
  });

  /**
   * A fact in its stored form, odd where the field takes any text, at the limit of its length for every fifth student.
   */
  function factOf(field: StudentField, index: number, lists: { codes: Record<string, { code: string }[]> }): string {
    const { type, limit = 40, codes } = studentFields[field];
    const odd = (oddTexts[(index + field.length) % oddTexts.length] ?? '').trim() || '-';
    if (field === 'id') return `${'0'.repeat(1 + (index % 5))}${10 + index}`;
    switch (type) {
      case 'text':
        return index % 5 === 4 ? 'ő'.repeat(limit) : odd;
      case 'long text':
        return index % 5 === 4 ? 'x'.repeat(limit) : `${odd}\nsecond line`;
      case 'number':
        return String(index % 12);
      case 'date':
        return `${1950 + index}-0${(index % 9) + 1}-1${index % 10}`;
      case 'phone':
        return index % 2 === 0 ? '+1 868 555 0123' : '0868-0555';
      case 'email':
        return `pupil.${index}@mail.com`;
      case 'yes or no':
        return index % 2 === 0 ? 'Yes' : 'No';
      case 'choice': {
        const list = lists.codes[codes ?? ''] ?? [];
        return list[index % list.length]?.code ?? '';
      }
      case 'class':
        return ['1A', '2B', '6L1', '1B'][index % 3] ?? '1A';
      default:
        return ['RED', 'BLU'][index % 2] ?? '';
    }
  }

  it('go down, up into an empty school, and down again: equal cell by cell', async () => {
    const { codeLists, formClasses, houses } = schoolFile();
    const students = Array.from({ length: 30 }, (_, index) => {
      const facts = spreadsheetFields
        // Every third student has blanks.
        .filter((field, place) => index % 3 > 0 || place % 2 === 0 || studentFields[field].isRequired)
        .map((field) => [storedAttributeName(field), factOf(field, index, { codes: codeLists })]);
      const formClass = formClasses[index % formClasses.length];
      return {
        ...Object.fromEntries(facts),
        classId: formClass?.id ?? '',
        formLevel: formClass?.form_level ?? 0,
        status: 'current' as const,
        houseCode: houses[index % houses.length]?.id,
        seaNo: `00${index}12345`,
        birthCertificateNo: `000${index}-9`,
      };
    });
    await putRecords(StudentEntity, students);
    const first = await admin.call(downloadRegistrationData, {});
    expect(first.headers.get('content-disposition')).toContain('filename="Registration Data.xlsx"');
    const cells = await readFirstSheet(first.bytes);
    expect(cells).toHaveLength(31);
    const all = async () => await StudentEntity.queryBy('all', { status: 'current' });
    const stored = await all();
    expect(cells[0]).toEqual(spreadsheetFields.map((field) => studentFields[field].label));

    await toEmpty();
    expect(await readFirstSheet((await admin.call(downloadRegistrationData, {})).bytes)).toHaveLength(1);
    const shown = await previewClassList(admin, first.bytes);
    expect(shown.status, JSON.stringify(shown.error)).toBe(200);
    expect(shown.body.notes).toEqual([]);
    expect(shown.body.rows.filter(({ error }) => error === 1)).toEqual([]);
    const { body } = await admin.call(applyStudentUpload, toConfirmedRows(shown.body));
    await executions.run(handler);
    const end = (await admin.call(readStudentUploadProgress, { upload: body.upload })).body;
    expect(end.rows.filter(({ error }) => error === 1)).toEqual([]);
    expect(await readFirstSheet((await admin.call(downloadRegistrationData, {})).bytes)).toEqual(cells);
    expect(await all()).toEqual(stored);
  });
});
