import { describe, expect, it } from 'vitest';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { handler } from '#functions/students/spreadsheets/jobs/lambda.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { recordWordings, sheetWordings } from '#shared/students/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { runBetweenReadAndWrite } from '../../../support/step-by-step/run-between-read-and-write.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const { readStudentUploadProgress, applyStudentUpload } = studentSpreadsheetsContract;
const { undoAct: undoStudentUpload } = undoContract;
const { addStudent, saveStudent, readStudentRecord } = studentRegisterContract;

type Cells = {
  first_name: string;
  id?: string;
  sea_no?: string;
  date_of_birth?: string;
  is_another?: boolean;
  pin?: string;
};
const newRow = ({ pin = '', ...cells }: Cells, index: number) => ({
  row: index + 2,
  id: '',
  last_name: 'Moment',
  sea_no: '',
  class_id: '1A',
  date_of_birth: '',
  house_name: '',
  entry_date: '',
  more: [pin],
  student_id: null,
  ...cells,
});
const listOf = (...rows: Cells[]) => ({ data: rows.map(newRow), columns: ['birth_certificate_no' as const] });
/** Changes the SEA number of a student who is there. */
const changeOf = (studentId: string, seaNo: string) => ({
  data: [
    {
      ...newRow({ first_name: '', sea_no: seaNo }, 0),
      last_name: '',
      class_id: '',
      id: studentId,
      student_id: studentId,
      was: { sea_no: '' },
    },
  ],
  columns: ['birth_certificate_no' as const],
});
const byHand = {
  last_name: 'Moment',
  first_name: 'Hanna',
  class_id: '1A',
  birth_certificate_no: '55-1',
  date_of_birth: '2012-03-04',
};

describe('an upload and a concurrent request', () => {
  const school = steppedSchoolForTests(handler);

  type List = Parameters<typeof school.admin.call<typeof applyStudentUpload>>[1];
  const begin = async (list: List) => {
    const { body, error } = await school.admin.call(applyStudentUpload, list);
    if (!body.upload) throw new Error(JSON.stringify(error));
    return body.upload;
  };
  const endOf = async (upload: string) =>
    (await school.admin.call(readStudentUploadProgress, { upload })).body.rows.map(({ message }) => message);
  const seaNoOf = async (id: string) => (await school.admin.call(readStudentRecord, { id })).body.sea_no;

  it('assign unique ids to new students of two concurrent lists and one added by hand', async () => {
    const lists = await Promise.all([
      begin(listOf({ first_name: 'Ann' }, { first_name: 'Bea' })),
      begin(listOf({ first_name: 'Cat' }, { first_name: 'Dot' })),
    ]);
    expect((await school.admin.call(addStudent, byHand)).body.id).toBe('00005');
    await school.work();
    // The other one was begun in that moment too: it is asked for until it goes on.
    school.endAll();
    for (const key of lists)
      await executeActionOfTest(
        JobEntity.update({ name: 'upload-students', key }, { set: { notedAt: '2020-01-01T00:00:00.000Z' } }),
      );
    await Promise.all(lists.map((upload) => school.admin.call(readStudentUploadProgress, { upload })));
    await school.work();
    const ends = await Promise.all(lists.map((upload) => school.admin.call(readStudentUploadProgress, { upload })));
    const rows = ends.flatMap(({ body }) => body.rows.map(({ id, message }) => message ?? id));
    expect(rows.toSorted()).toEqual(['00001', '00002', '00003', '00004']);
  });

  it.each([
    ['SEA Reg No.', { sea_no: '88-1' }, { sea_no: '88 1' }],
    ['Birth Cerficate Pin', { pin: '551' }, {}],
    ['name and birthday', { first_name: 'HANNA', date_of_birth: '2012-03-04' }, {}],
  ])('do not both assign a %s: the row is refused, and the others are uploaded', async (what, cells, given) => {
    const upload = await begin(listOf({ first_name: 'Ivo', ...cells }, { first_name: 'Jan' }));
    const [, added] = await runBetweenReadAndWrite(school.work, () =>
      school.admin.call(addStudent, { ...byHand, ...given }),
    );
    expect(added.status).toBe(200);
    expect(await endOf(upload)).toEqual([`Same ${what} as Hanna Moment, 1A (${added.body.id}).`, null]);
  });

  it('do not both assign ids that differ in zeros alone: the row is refused with a question, and the others are uploaded', async () => {
    const upload = await begin(listOf({ first_name: 'Ivo', id: '01563' }, { first_name: 'Jan' }));
    const [, added] = await runBetweenReadAndWrite(school.work, () =>
      school.admin.call(addStudent, { ...byHand, id: '1563' }),
    );
    expect(added.status).toBe(200);
    expect(await endOf(upload)).toEqual([recordWordings.nearId('1563 exists: Hanna Moment, 1A.'), null]);
  });

  it('raise a question for an id that an upload has just added with zeros', async () => {
    const upload = await begin(listOf({ first_name: 'Ivo', id: '01563' }));
    await school.work();
    expect(await endOf(upload)).toEqual([null]);
    const { error } = await school.admin.call(addStudent, { ...byHand, id: '1563' });
    expect(error?.fields).toEqual({ is_another: [recordWordings.nearId('01563 exists: Ivo Moment, 1A.')] });
  });

  it('do not both assign a number to existing students', async () => {
    const upload = await begin(changeOf('S42', '88-2'));
    const save = { id: 'S43', sea_no: '88-2', was: { sea_no: null } };
    const [, saved] = await runBetweenReadAndWrite(school.work, () => school.admin.call(saveStudent, save));
    expect(saved.status).toBe(200);
    const [message] = await endOf(upload);
    expect(message).toMatch(/^Same SEA Reg No\. as .*\(S43\)\.$/);
    expect(await seaNoOf('S42')).toBe(null);
  });

  it('do not restore a number that another student was given since', async () => {
    await school.admin.call(saveStudent, { id: 'S42', sea_no: '88-4', was: { sea_no: null } });
    const change = changeOf('S42', '88-5');
    const upload = await begin({ ...change, data: change.data.map((row) => ({ ...row, was: { sea_no: '88-4' } })) });
    await school.work();
    expect(await seaNoOf('S42')).toBe('88-5');
    const undo = () =>
      school.admin.call(undoStudentUpload, { undo: upload }, { 'Idempotency-Key': 'undo-of-the-upload' });
    await undo();
    const save = { id: 'S43', sea_no: '88-4', was: { sea_no: null } };
    const [, saved] = await runBetweenReadAndWrite(school.work, () => school.admin.call(saveStudent, save));
    expect(saved.status).toBe(200);
    const { body } = await undo();
    expect(body.left).toEqual([
      expect.stringContaining(`: ${sheetWordings.leftChanged('SEA Reg No. (somebody else has the number)')}`),
    ]);
    expect(await seaNoOf('S42')).toBe('88-5');
  });
});
