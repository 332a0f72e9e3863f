import { beforeAll, describe, expect, it } from 'vitest';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';

const { addStudent } = studentRegisterContract;
const { undoAct: undoStudentAct } = undoContract;
const { applyStudentUpload, readStudentUploadProgress } = studentSpreadsheetsContract;
const { undoAct: undoStudentUpload } = undoContract;

describe('the ids of new students', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  let people = 0;
  const add = (more: { id?: string; is_another?: boolean; sea_no?: string } = {}) => {
    people += 1;
    const one = { last_name: 'Newcomer', first_name: `Nina ${people}`, class_id: '1A' };
    return office.call(addStudent, { ...one, birth_certificate_no: `77-${people}`, ...more });
  };

  beforeAll(async () => {
    for (let next = 0; next < 6; next += 1) await add();
  });

  it('one that is far from the others is asked about, and does not move the numbers of those who follow', async () => {
    const asked = await add({ id: '99999' });
    expect(asked).toMatchObject({
      status: 422,
      body: {
        errors: {
          fields: { is_another: ['99999 is far from the school’s other ids: the last one is 00006. Is it right?'] },
        },
      },
    });
    expect((await add({ id: '99999', is_another: true })).body.id).toBe('99999');
    expect((await add()).body.id).toBe('00007');
  });

  it('one that was taken back is free again', async () => {
    const added = await add();
    expect(added.body.id).toBe('00008');
    expect((await office.call(undoStudentAct, { undo: added.body.undo })).status).toBe(200);
    expect((await add()).body.id).toBe('00008');
  });

  it('those of an upload that was taken back are free again', async () => {
    const row = {
      row: 2,
      id: '',
      last_name: 'Listed',
      first_name: 'Lena',
      sea_no: '',
      class_id: '1A',
      date_of_birth: '',
      house_name: '',
      entry_date: '',
      more: ['88-1'],
      student_id: null,
    };
    const { body } = await office.call(applyStudentUpload, { data: [row], columns: ['birth_certificate_no'] });
    const isOver = async () =>
      (await office.call(readStudentUploadProgress, { upload: body.upload })).body.state === 'finished';
    while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 50));
    const { id } = (await office.call(readStudentUploadProgress, { upload: body.upload })).body.rows[0] ?? {};
    expect(id).toBe('00009');
    const key = { 'Idempotency-Key': 'take-the-list-back' };
    const undo = () => office.call(undoStudentUpload, { undo: body.upload }, key);
    while ((await undo()).body.state === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await add()).body.id).toBe('00009');
  });

  it('an SEA number that lost its zero is asked about', async () => {
    const first = await add({ sea_no: '0123456789' });
    expect(first.status).toBe(200);
    const asked = await add({ sea_no: '123456789' });
    expect(asked.error?.fields?.is_another?.[0]).toMatch(/ has SEA Reg No\. 0123456789\. Is this the same student\?$/);
    const { status, body } = await add({ sea_no: '123456789', is_another: true });
    expect(status).toBe(200);
    // The same of an edit, which has the question once.
    const edit = (more: { is_another?: boolean }) =>
      office.call(studentRegisterContract.saveStudent, { id: body.id, sea_no: '00123456789', ...more });
    const again = await edit({});
    expect([again.status, again.error?.fields?.is_another?.[0]]).toEqual([
      422,
      expect.stringMatching(/ has SEA Reg No\. 0123456789\. Is this the same student\?$/),
    ]);
    expect((await edit({ is_another: true })).status).toBe(200);
  });
});
