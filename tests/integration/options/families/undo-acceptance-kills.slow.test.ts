import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { proposalKey } from '#functions/options/families/records/registration-proposals.ts';
import { actOfRow, undoableAcceptances } from '#functions/options/families/registration/acceptance-acts.ts';
import { type AcceptedAct, undoAcceptance } from '#functions/options/families/registration/undo-acceptance.ts';
import { readJob } from '#functions/platform/jobs/store.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { studentKey } from '#functions/students/records/store.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import { makeJpeg, makePdf } from '../../../support/files/sample-files.ts';
import { postFileForm, sendFile } from '../../../support/files/send-file.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, year } from '../../../support/school/small-school.ts';
import { killAtEachWrite, ProcessKilled } from '../../../support/step-by-step/kill-at-write.ts';

const {
  readRegistration,
  acceptRegistrations,
  previewRegistrations,
  undoAct: undoRegistrationAcceptance,
} = familiesContract;
const { saveStudent } = studentRegisterContract;
const number = { own: 'BC 41', proposed: 'BC 41 new', others: 'BC 42' };

/** S41's family proposes a photo, a passport in place of the school's, and another number of the birth certificate. */
describe('an undo of accepted registrations', () => {
  const school = schoolForTests();
  const office = school.as('A1');

  beforeAll(async () => {
    await office.call(termsContract.saveFormLevelRegistration, { form_level: 4, open: 1, deadline: null });
    await addStudentAccount('S41');
    const family = await clientOfAccount(school.url, 'student.S41');
    await sendFile(office, { studentId: 'S41', kind: 'file_passport', type: 'application/pdf', bytes: makePdf('Old') });
    await setNumber('S41', number.own, null);
    await setNumber('S42', number.others, null);
    const proposed = { values: { birth_certificate_no: number.proposed }, was: { birth_certificate_no: number.own } };
    await family.call(familiesContract.saveMyRegistration, { year, ...proposed } as never);
    for (const [kind, type, bytes] of [
      ['picture', 'image/jpeg', makeJpeg({})],
      ['file_passport', 'application/pdf', makePdf('New')],
    ] as const) {
      const { body } = await family.call(familiesContract.requestRegistrationFile, {
        year,
        kind,
        type,
        bytes: bytes.length,
      });
      await postFileForm(family, body, { type, bytes });
      await family.call(familiesContract.keepRegistrationFile, { ticket: body.ticket });
    }
    await family.call(familiesContract.handInMyRegistration, { year });
  });

  const setNumber = async (id: string, value: string, was: string | null) => {
    const { status } = await office.call(saveStudent, {
      id,
      birth_certificate_no: value,
      was: { birth_certificate_no: was },
    });
    expect(status).toBe(200);
  };
  const untilEnded = async <A extends { state: string }>(ask: () => Promise<{ status: number; body: A }>) => {
    for (;;) {
      const answer = await ask();
      if (answer.status !== 200 || answer.body.state !== 'running') return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  /** Accepts what is handed in as a run; answers the act of S41 in it. */
  const acceptAll = async () => {
    const { registrations } = (await office.call(previewRegistrations, {})).body;
    expect(registrations.map(({ student_id }) => student_id)).toEqual(['S41']);
    const key = crypto.randomUUID();
    const ended = await untilEnded(() =>
      office.call(acceptRegistrations, { year, registrations }, { 'Idempotency-Key': key }),
    );
    expect(ended.body.left).toEqual([]);
    const [listed] = (await office.call(familiesContract.listActs, { of: 'registrations' })).body;
    const job = await readJob('accept-registrations', listed?.undo ?? '');
    const { act } = await readItems({ act: undoableAcceptances.key(job ? actOfRow(job, 'S41') : '') });
    if (!listed || !act || act.undoneAt !== undefined) throw new Error('Nothing was accepted');
    return { undo: listed.undo, act: act as AcceptedAct };
  };
  const state = async () => (await office.call(readRegistration, { student_id: 'S41' })).body.state;

  /** What the bucket keeps of S41, but for files that were replaced; and what register and registration name. */
  const filesOf = async () => {
    const client = new S3Client({ forcePathStyle: true });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: process.env.FILES_BUCKET }));
    client.destroy();
    const stored = Contents.flatMap(({ Key = '' }) =>
      /^(pictures|student-files|registration-files)\//.test(Key) ? Key : [],
    );
    const { student, proposal } = await readItems({ student: studentKey('S41'), proposal: proposalKey('S41', year) });
    const named = [
      ...[student?.picture && `pictures/${student.picture}`],
      ...[student?.file_passport && `student-files/file_passport/${student.file_passport}`],
      ...Object.entries(proposal?.files ?? {}).map(([kind, file]) => `registration-files/S41/${kind}/${file}`),
    ].filter((key) => key);
    return { stored: stored.sort(), named: named.sort() };
  };
  const expectNoOthers = async (when: string) => {
    const { stored, named } = await filesOf();
    expect(stored, when).toEqual(named);
    return stored.length;
  };
  const undo = async (act: AcceptedAct) => {
    const caller = { accountId: 'A1', name: 'Ada Office' };
    const request = { now: new Date(), idempotencyKey: crypto.randomUUID() };
    await undoAcceptance(act, { by: { caller, request }, logKind: null });
  };

  it('leaves no copy behind where the number of a paper is another student’s meanwhile', async () => {
    expect(await expectNoOthers('handed in')).toBe(3);
    const { undo: run, act } = await acceptAll();
    expect(await expectNoOthers('accepted')).toBe(2);
    await setNumber('S42', number.own, number.others);
    const answer = await untilEnded(() =>
      office.call(undoRegistrationAcceptance, { undo: run }, { 'Idempotency-Key': 'refused-undo' }),
    );
    expect(answer.body.left).toEqual([expect.stringContaining('(S41): ')]);
    expect([await state(), await expectNoOthers('refused')]).toEqual(['accepted', 2]);
    await setNumber('S42', number.others, number.own);
    await undo(act);
    expect([await state(), await expectNoOthers('undone')]).toEqual(['handed in', 3]);
  });

  it.each([
    true,
    false,
  ])('has the same files after the next one, killed at every write in turn, written: %s', async (isWritten) => {
    let act: Awaited<ReturnType<typeof acceptAll>>['act'];
    const writes = await killAtEachWrite({
      isWritten,
      withFiles: true,
      begin: async () => {
        ({ act } = await acceptAll());
        return () => undo(act);
      },
      after: async (index) => {
        // Another person's attempt: refused where the first one was written.
        await undo(act).catch((error) => expect(error).toMatchObject({ status: 409 }));
        expect([await state(), await expectNoOthers(`undone after a kill at ${index}`)]).toEqual(['handed in', 3]);
      },
    });
    // Three copies, the transaction, and two accepted files to delete.
    expect(writes).toBe(6);
  });

  it.each([
    true,
    false,
  ])('leaves no copy behind where it is refused, killed at every write in turn, written: %s', async (isWritten) => {
    const { act } = await acceptAll();
    await setNumber('S42', number.own, number.others);
    const killed = () =>
      undo(act).catch((error) => {
        if (!(error instanceof ProcessKilled)) expect(error).toMatchObject({ status: 422 });
      });
    const writes = await killAtEachWrite({
      isWritten,
      withFiles: true,
      begin: async () => killed,
      after: async (index) => {
        await expect(undo(act)).rejects.toMatchObject({ status: 422 });
        expect([await state(), await expectNoOthers(`refused after a kill at ${index}`)]).toEqual(['accepted', 2]);
      },
    });
    // Three copies, deleted again.
    expect(writes).toBe(6);
    await setNumber('S42', number.others, number.own);
    await undo(act);
    expect([await state(), await expectNoOthers('undone')]).toEqual(['handed in', 3]);
  });
});
