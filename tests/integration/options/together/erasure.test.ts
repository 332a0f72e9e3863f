import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AbsenceNoticeEntity } from '#functions/attendance/records/absence-notice.ts';
import { archiveStudentHalfYear, lockHalfYear } from '#functions/attendance/records/archive-half-year.ts';
import { applyDecisions } from '#functions/attendance/records/change-record.ts';
import { writeRecords } from '#functions/attendance/records/write-records.ts';
import { readClassEntries } from '#functions/marks/records/class-entries.ts';
import { FamilyNoteEntity, notePictureKey } from '#functions/options/families/records/family-note.ts';
import { registrationFileKey } from '#functions/options/families/records/registration-files.ts';
import { proposalKey } from '#functions/options/families/records/registration-proposals.ts';
import { storeFile } from '#functions/platform/files/uploads.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { TakenOverEntity } from '#functions/school/new-year/taken-over.ts';
import { school as file } from '#functions/school/records/school.ts';
import { PromotedEntity } from '#functions/students/records/placement/promoted-student.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { handler as erase } from '#functions/students/register/jobs/lambda.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { readClassMarks } from '#functions/term-reports/documents/read-class-marks.ts';
import { handler as ofReports } from '#functions/term-reports/jobs/lambda.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { statusListName, statusPurposes } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { type SignedCard, unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { decodeBits, statusAt } from '#shared/options/signed-cards/status-list.ts';
import { studentRegisterContract as register } from '#shared/students/register/contract.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { holdClock } from '../../../support/clock.ts';
import { makePdf } from '../../../support/files/sample-files.ts';
import { sendFile } from '../../../support/files/send-file.ts';
import { isWholeRun } from '../../../support/samples/whole-run.ts';
import { createTableClientOfTests, findTableOfPartition, type TableItem } from '../../../support/school/both-tables.ts';
import { openPastYears } from '../../../support/school/open-past-years.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { addStudentAccount, isUserEnabled, term, year, yearId } from '../../../support/school/small-school.ts';
import { readTableContent, saveTableForRestore } from '../../../support/school/table-content.ts';
import { killAtEachWrite } from '../../../support/step-by-step/kill-at-write.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

/**
 * Of S41, in the record, in remarks, in files and in what other acts keep: after the erasure no byte of it may be
 * anywhere.
 */
const told = ['Zephyrine', 'Quillfeather', '0867-5309', '11 Heronry Lane', 'zq@heron.example', '20-04417', 'BC-99017'];

describe('erasing a student', () => {
  const school = schoolForTests();
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;
  let office: TestClient;
  let bringBack: Awaited<ReturnType<typeof saveTableForRestore>>;

  beforeAll(async () => {
    executions = await startSteppedExecutions();
    await live();
    await passDays(101);
    office = await clientOfAccount(school.url, 'A1');
    bringBack = await saveTableForRestore();
  });
  afterAll(() => executions.stop());

  /** What a student's years leave behind. */
  async function live() {
    const admin = await clientOfAccount(school.url, 'A1');
    const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, form_classes: ['4A', '4B'] };
    const { form_classes: _classes, ...ofPage } = page;
    const noted = { ...ofPage, term, student_id: 'S41', form_class_id: '4A', assesment_number: 1 };
    const facts = {
      first_name: 'Zephyrine',
      last_name: 'Quillfeather',
      phone_cell: '0867-5309',
      email: 'zq@heron.example',
      home_address: '11 Heronry Lane',
      sea_no: '20-04417',
      birth_certificate_no: 'BC-99017',
      date_of_birth: '2000-05-17',
    };
    const answers: { status: number }[] = [
      await admin.call(register.saveStudent, { id: 'S41', ...facts }),
      await sendFile(admin, {
        studentId: 'S41',
        kind: 'file_passport',
        type: 'application/pdf',
        bytes: makePdf('Zephyrine'),
      }),
      await admin.call(markBookContract.saveAssessment, {
        ...page,
        form_level: 4,
        term,
        assesment_number: 1,
        topic: 'Sets',
        date: null,
        total: 20,
      }),
      await admin.call(markBookContract.saveMark, { ...noted, mark: 12 }),
      await admin.call(markBookContract.saveMark, { ...noted, note: 'Zephyrine wrote it late.' }),
      await (await clientOfAccount(school.url, 'T1')).call(markSheetContract.saveSubjectRecord, {
        student_id: 'S41',
        subject_id: 'MATH',
        year,
        term,
        class_id: '4A',
        exam_mark: 50,
        comment: 'Zephyrine is steady.',
      }),
      await admin.call(termReportsContract.saveTermReport, {
        student_id: 'S41',
        year,
        term,
        class_id: '4A',
        comments: 'Miss Quillfeather pleases.',
        auth: 'A',
        times_absent: 3,
      }),
      await admin.call(termReportsContract.postTermReports, {
        year,
        term,
        title: 'Term 1',
        posted: 1,
        date_posted: null,
        confirm: 100,
      }),
    ];
    await executions.run(ofReports);
    answers.push(await admin.call(termReportsContract.startPrintingReportCards, { year, term }));
    await executions.run(ofReports);
    answers.push(...(await readOwnReport()));
    await attended();
    await promoted(await StudentSubjectAssignmentEntity.query({ studentId: 'S41' }));
    answers.push(
      await admin.call(register.archiveStudent, {
        student_id: 'S41',
        date_of_leaving: '2015-07-03',
        reason: 'Zephyrine completed CSEC.',
      }),
      await admin.call(register.exportEverythingAboutStudent, { student_id: 'S41' }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }

  /** The student's account, the printed card that stays once it was opened, and a link to it. */
  async function readOwnReport(): Promise<{ status: number }[]> {
    await addStudentAccount('S41');
    const student = await clientOfAccount(school.url, 'student.S41');
    const linked = { student_id: 'S41', year, term } as const;
    return [
      await student.call(familiesContract.printMyReport, { year: String(year), term: String(term) }),
      await (await clientOfAccount(school.url, 'A1')).call(familiesContract.makeReportLink, linked),
    ];
  }

  /** A day that is in the archive of attendance, and another student's. */
  async function attended() {
    const rules = { sessions: ['am', 'pm'] as const, limits: file().attendance.limits };
    const stamp = { by: 'Mona Núñez', at: '2014-03-03T12:00:00.000Z' };
    await openPastYears();
    for (const studentId of ['S41', 'S43']) {
      const place = {
        student: { studentId, classId: '4A', formLevel: 4 },
        date: '2014-03-03',
        rules,
        before: undefined,
      };
      const reason = studentId === 'S41' ? 'Zephyrine was ill.' : 'Ill.';
      await writeRecords([{ before: undefined, after: applyDecisions(place, { am: 'A', reason }, stamp) }], {
        openAt: 'even closed',
      });
    }
    // Of the next half year, which is in the table, two days of S41 alone; and an absence notice.
    for (const date of ['2014-09-08', '2014-09-09']) {
      const place = { student: { studentId: 'S41', classId: '4A', formLevel: 4 }, date, rules, before: undefined };
      const after = applyDecisions(place, { am: 'A', reason: 'Zephyrine travels.' }, stamp);
      await writeRecords([{ before: undefined, after }], { openAt: 'even closed' });
    }
    const days = { from: '2014-09-08', to: '2014-09-09' };
    await executeActionOfTest(
      AbsenceNoticeEntity.put({
        studentId: 'S41',
        id: 'A1/told',
        ...days,
        reason: 'Zephyrine travels.',
        excused: true,
        ...stamp,
      }),
    );
    const note = { studentId: 'S41', id: 'student.S41/note', picture: 'image/jpeg' as const };
    await storeFile(notePictureKey(note), Buffer.from('A letter about Zephyrine'), note.picture);
    await executeActionOfTest(
      FamilyNoteEntity.put({
        ...note,
        ...days,
        year: 2014,
        term: 1,
        days: 2,
        why: 'ill',
        version: 1,
        words: 'Zephyrine is ill.',
        state: 'sent',
        sentAt: '2014-09-08T12:00:00.000Z',
        expires: 4_000_000_000,
      }),
    );
    const sent = 'S41-0123456789abcdef.pdf';
    await storeFile(
      registrationFileKey('S41', 'file_sea_slip', sent),
      Buffer.from('Slip of Zephyrine'),
      'application/pdf',
    );
    await createTableClientOfTests().send(
      new PutCommand({
        TableName: findTableOfPartition('registration#S41'),
        Item: {
          ...proposalKey('S41', 2014).key,
          __edb_e__: 'registration-proposal',
          studentId: 'S41',
          year: 2014,
          state: 'handed in',
          version: 1,
          values: { first_name: 'Zephyrine' },
          files: { file_sea_slip: sent },
        },
      }),
    );
    await lockHalfYear('2014H1', { caller: { accountId: 'A1', name: 'Ada Office' }, run: 'r' });
    for (const studentId of ['S41', 'S43']) await archiveStudentHalfYear({ half: '2014H1', studentId });
  }

  /** What promotion and a new year keep of the subjects of each student, until they are undone. */
  async function promoted(subjects: object[]) {
    const details = { kind: 'subjects', studentId: 'S41', classId: '4A', ended: subjects, teachers: [] } as never;
    await Promise.all([
      executeActionOfTest(
        PromotedEntity.put({
          year,
          studentId: 'S41',
          run: 'r',
          fromClass: '4A',
          fromLevel: 4,
          hasLeft: true,
          subjects,
          stamp: 's',
        }),
      ),
      executeActionOfTest(TakenOverEntity.put({ run: 'r', about: 'subjects#S41', details })),
    ]);
  }

  /** For the rows: what was done was done so much earlier, and what ends by itself ends so much earlier. */
  async function passDays(days: number) {
    const client = createTableClientOfTests();
    const all = [...(await readTableContent()).values()].map((text) => JSON.parse(text) as Record<string, unknown>);
    const aged = all.map((row) => ({
      ...row,
      ...(typeof row.at === 'string' ? { at: new Date(Date.parse(row.at) - days * 86_400_000).toISOString() } : {}),
      ...(typeof row.expires === 'number' ? { expires: row.expires - days * 86_400 } : {}),
    }));
    const changed: TableItem[] = aged.filter(({ at, expires }) => at !== undefined || expires !== undefined);
    await Promise.all(
      changed.map((Item) => client.send(new PutCommand({ TableName: findTableOfPartition(Item.pk), Item }))),
    );
  }

  /** Every row, without what has ended by itself. */
  async function rows(): Promise<string[]> {
    const content = [...(await readTableContent())].filter(([, text]) => {
      const { expires } = JSON.parse(text) as { expires?: number };
      return expires === undefined || expires * 1000 > Date.now();
    });
    return content.map(([key, text]) => `${key} ${text}`);
  }

  /** Name and bytes of each file, without the folders that empty themselves each day. */
  async function files(): Promise<{ name: string; text: string }[]> {
    const client = new S3Client({ forcePathStyle: true });
    const found: { name: string; text: string }[] = [];
    for (const Bucket of [process.env.FILES_BUCKET, process.env.DOCUMENTS_BUCKET]) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      for (const { Key = '' } of Contents) {
        if (/^(uploads|student-records|spreadsheets)\//.test(Key)) continue;
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        found.push({ name: Key, text: Buffer.from((await Body?.transformToByteArray()) ?? []).toString('latin1') });
      }
    }
    client.destroy();
    return found;
  }

  /** A run that gave no sign for a while is begun again when its end is asked for. */
  const silence = async () => {
    await executeActionOfTest(
      JobEntity.update(
        { name: 'erase-student', key: 'S41' },
        { set: { notedAt: new Date(Date.now() - 60_000).toISOString() } },
      ),
    );
    executions.endAll();
  };

  const naming = (texts: readonly string[]) => texts.filter((text) => told.some((one) => text.includes(one)));
  const ask = (name: string, confirmation = 'zephyrine  quillfeather') =>
    office.call(register.eraseStudent, { student_id: 'S41', confirmation }, { 'Idempotency-Key': `erase-s41-${name}` });
  const classOf4 = async () => {
    const of = { year, term, classIds: ['4A'] };
    const entries = async () => (await readClassEntries(of))[0] ?? { reports: [], records: [] };
    return readClassMarks({ classId: '4A', year, term, source: 'term alone', dateEnd: null, entries });
  };

  /** S41's card, as its QR code on paper has it. */
  async function printedCard() {
    const [copy] = await PostedReportEntity.query({ studentId: 'S41' });
    const card = unpackCard(Buffer.from(copy?.signed ?? '', 'base64url'));
    if (!card) throw new Error('S41 has no signed card');
    return card;
  }
  /** What the lookup of its code answers, and what the lists say of it. */
  async function statusOf(card: SignedCard) {
    const { findCard, readCardStatusList } = verificationContract;
    const [suspension, refresh] = await Promise.all(
      statusPurposes.map(async (purpose) => {
        const { body } = await office.call(readCardStatusList, { list: statusListName(card, purpose) });
        return decodeBits(body.credentialSubject.encodedList);
      }),
    );
    const { status } = await office.call(findCard, { code: card.code });
    return [status, suspension && refresh && statusAt({ suspension, refresh }, card.statusIndex)];
  }

  it('previews what is removed and what stays', async () => {
    const { body } = await office.call(register.previewErasure, { student_id: 'S41' });
    expect(body).toMatchObject({ student_id: 'S41', name: 'Zephyrine Quillfeather', why_not: [] });
    expect(body.goes).toEqual([
      expect.stringMatching(/^The record: \d+ facts, the name among them$/),
      '1 file: Passport Bio Page',
      'Remarks and grades of 1 term report',
      '1 comment of a subject',
      '1 posted report card',
      'Scans, times and reasons of 2 days of attendance',
      '1 file of the attendance archive, with 1 day',
      '1 absence notice',
      'The history of changes',
    ]);
    expect(body.stays).toHaveLength(4);
    expect(body.stays[1]).toBe('Present, absent and late on 2 days, under the id S41, so that counts stay');
  });

  it('is refused for current students, before the retention ends, after recent changes, and without the name', async () => {
    const reasons = async (studentId: string) =>
      (await office.call(register.previewErasure, { student_id: studentId })).body.why_not;
    const left = (studentId: string, date_of_leaving: string) =>
      changeRecordOfTest(StudentEntity, { studentId }, { status: 'archived', date_of_leaving, classId: '4A' });
    expect(await reasons('S42')).toEqual([recordWordings.onlyArchived]);
    const day = (years: number, days: number) => {
      const [y, m, d] = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Port_of_Spain' }).split('-');
      return new Date(Date.UTC(Number(y) - years, Number(m) - 1, Number(d) + days)).toISOString().slice(0, 10);
    };
    await left('S42', day(7, 1));
    expect(await reasons('S42')).toEqual([expect.stringContaining('for 7 years after the Date of Leaving')]);
    await left('S42', day(7, 0));
    expect(await reasons('S42')).toEqual([]);
    await office.call(register.saveStudent, { id: 'S42', phone_cell: '868-555-0199' });
    expect(await reasons('S42')).toEqual([expect.stringContaining('100 days after the last change')]);
    const refused = await office.call(register.eraseStudent, { student_id: 'S42', confirmation: 'S42' });
    expect(refused.status).toBe(409);
    expect((await ask('wrong', 'Quillfeather')).status).toBe(422);
    expect((await office.call(register.eraseStudent, { student_id: 'S00', confirmation: 'S00' })).status).toBe(404);
  });

  it('leaves no personal data anywhere, and all statistics of the class', async () => {
    expect(naming(await rows()).length).toBeGreaterThan(8);
    // The scan, the picture of a note, the slip of a registration, the attendance of an archived half year, the title
    // of the opened card. In what else is printed the name is compressed.
    expect(naming((await files()).map(({ text }) => text))).toHaveLength(5);
    expect((await rows()).filter((text) => /^(account|user-name)#student/.test(text))).toHaveLength(2);
    const ofFamily = async () =>
      (await rows()).flatMap((text) => /^(report-links#|report-openings)(?=.*S41)/.exec(text)?.[1] ?? []).sort();
    expect(await ofFamily()).toEqual(['report-links#', 'report-openings']);
    expect((await files()).filter(({ name }) => name.startsWith('posted-cards/S41/'))).toHaveLength(1);
    const before = await classOf4();
    const card = await printedCard();
    expect(await statusOf(card)).toEqual([200, 'valid']);
    expect((await ask('whole')).body.state).toBe('running');
    await executions.run(erase);
    expect((await ask('whole')).body).toMatchObject({ state: 'finished', left: [] });
    expect(naming(await rows())).toEqual([]);
    expect(naming((await files()).map(({ text }) => text))).toEqual([]);
    const names = (await files()).map(({ name }) => name);
    expect(names.filter((name) => /S41|\/4A\.pdf$|\/school\.zip$/.test(name))).toEqual([]);
    expect((await rows()).filter((text) => /^(account|user-name)#student/.test(text))).toEqual([]);
    expect(await ofFamily()).toEqual([]);
    await expect(isUserEnabled('student:S41')).rejects.toThrow(/does not exist/);
    // Those of others are there.
    expect(names).toContain('attendance-archive/2014H1/S43.json');
    expect(
      names
        .filter((name) => name.startsWith('report-cards/'))
        .map((name) => name.slice(-6))
        .sort(),
    ).toEqual(['1A.pdf', '1B.pdf', '4B.pdf']);
    // The paper is still a card of the school's; its code finds nothing.
    expect(await statusOf(card)).toEqual([404, 'valid']);
    const nameless = await classOf4();
    const figures = ({ subjects, students }: typeof before) => [
      subjects,
      students.map(({ name: _name, ...rest }) => rest).sort((a, b) => a.id.localeCompare(b.id)),
    ];
    expect(figures(nameless)).toEqual(figures(before));
    expect(nameless.students.find(({ id }) => id === 'S41')?.name).toBe('Erased student, S41');
  });

  it('leaves no student to show or restore, and reserves the id', async () => {
    const statuses = [
      await office.call(register.readStudentRecord, { id: 'S41' }),
      await office.call(register.restoreStudent, { student_id: 'S41', class_id: '4A' }),
      await office.call(register.previewErasure, { student_id: 'S41' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
    const newborn = {
      first_name: 'Nia',
      last_name: 'New',
      class_id: '4A',
      date_of_birth: '2010-01-02',
      birth_certificate_no: 'BC-1',
    };
    const added = await office.call(register.addStudent, { id: 'S41', ...newborn });
    expect([added.status, added.error?.fields]).toEqual([422, { id: [recordWordings.idErased] }]);
  });

  it('ends the same when it is killed at any write and repeated', async () => {
    const end = async () =>
      (await rows()).filter((text) => !/^job#|^request#|^audit#(erased|family-accounts)/.test(text)).sort();
    const plain = (texts: string[]) => texts.map((text) => text.replaceAll(/"(erasedAt|run)":"[^"]*"/g, ''));
    await bringBack();
    await ask('reference');
    await executions.run(erase);
    const reference = plain(await end());
    const writes = await killAtEachWrite({
      isWritten: (index) => index % 2 === 0,
      every: isWholeRun ? 1 : 5,
      begin: async (index) => {
        executions.endAll();
        await bringBack();
        await ask(`begin-${index}`);
        return () => executions.run(erase);
      },
      after: async (index) => {
        await silence();
        await ask(`again-${index}`);
        await executions.run(erase);
        expect((await ask(`again-${index}`)).body).toMatchObject({ state: 'finished', left: [] });
        expect(plain(await end())).toEqual(reference);
      },
    });
    expect(writes).toBeGreaterThan(20);
  });

  it('leaves no text counted in what is kept of the class', async () => {
    executions.endAll();
    await bringBack();
    const textsCounted = async () => {
      const [ofClass] = await readClassEntries({ year, term, classIds: ['4A'] });
      const entered = [...(ofClass?.reports ?? []), ...(ofClass?.records ?? [])].filter(
        ({ studentId }) => studentId === 'S41',
      );
      return entered.map((one) => ('hasComment' in one ? one.hasComment : one.hasFormTeacherRemark));
    };
    const clock = holdClock();
    try {
      clock.passMinutes(3);
      expect(await textsCounted()).toEqual([true, true]);
      await ask('counted');
      await executions.run(erase);
      clock.passMinutes(3);
      expect(await textsCounted()).toEqual([false, false]);
    } finally {
      vi.useRealTimers();
    }
  });
});
