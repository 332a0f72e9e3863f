import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceKey, halfYearOf } from '#functions/attendance/records/attendance-record.ts';
import { type RecordChange, writeRecords } from '#functions/attendance/records/write-records.ts';
import { handler as work } from '#functions/options/families/jobs/lambda.ts';
import { isStillWithoutReason, readAbsenceEvents } from '#functions/options/families/mails/absence-events.ts';
import { FamilyNoteEntity, type FamilyNoteItem } from '#functions/options/families/records/family-note.ts';
import { changeProposalAction } from '#functions/options/families/records/registration-proposals.ts';
import { documentClient } from '#functions/platform/table/table.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { type MailOccasion, mailOccasions } from '#shared/options/families/mail-settings.ts';
import { mailRefusals } from '#shared/options/families/wordings.ts';
import { mailsInMemory } from '../../../../local/ses/ses.ts';
import { type AwsAnswer, answerInstead, awsError, lostConnectionError } from '../../../support/aws-answers.ts';
import { holdClock } from '../../../support/clock.ts';
import { addManyStudents } from '../../../support/school/many-students.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { restoreAfterEach } from '../../../support/school/table-content.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { startSteppedExecutions } from '../../../support/step-by-step/stepped-executions.ts';

const { readFamilyMails, listFamilyMails, sendFamilyMails, stopFamilyMails, repeatFamilyMail } = familiesContract;
const posted = { year: year - 1, term };
const bouncing = 'bounce@simulator.amazonses.com';

/** Parents in 4A: S41 has two with an address of their own, S42 one of hers, S43 the same as S41's mother, S44 none. */
const parents: Record<string, object> = {
  S41: { father_email: 'Father41@example.com', mother_email: 'mother@example.com', dateOfBirth: '2010-05-17' },
  S42: { guardian_email: 'guardian42@example.com' },
  S43: { mother_email: ' mother@example.com', father_email: 'MOTHER@example.com' },
};

interface LettersToSend {
  occasions: MailOccasion[];
  class_ids: string[] | null;
}

describe('letters to families', () => {
  const school = schoolForTests();
  const office = school.as('A1');
  let executions: Awaited<ReturnType<typeof startSteppedExecutions>>;

  beforeAll(async () => {
    executions = await startSteppedExecutions();
    const letters = {
      from: 'letters@northgate.example',
      occasions: ['report posted', 'absence without a reason', 'registration sent back'],
      withLinks: true,
      perSecond: 50,
    };
    schoolFile().optionSettings = { families: { letters } };
    for (const [studentId, set] of Object.entries(parents)) await changeStudent(studentId, set);
    for (const studentId of ['S41', 'S42', 'S43', 'S44']) await postReportOfStudent(studentId, posted);
    await changePosting({ postedAt: new Date(Date.now() - 3_600_000).toISOString() });
  });
  restoreAfterEach();
  afterAll(() => executions.stop());
  beforeEach(() => {
    mailsInMemory.length = 0;
    executions.endAll();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const changeStudent = async (studentId: string, set: object) => {
    await changeRecordOfTest(StudentEntity, { studentId }, set);
  };
  const changePosting = async (set: object) => {
    await executeActionOfTest(TermPostingEntity.update(posted, { set }));
  };
  const waiting = async () => {
    const { occasions } = (await office.call(readFamilyMails, {})).body;
    return occasions.reduce((sum, one) => sum + one.waiting, 0);
  };
  const everything = { occasions: [...mailOccasions], class_ids: null };
  const start = async (expected: number, key: string, of: LettersToSend = everything) =>
    office.call(sendFamilyMails, { expected, ...of }, { 'Idempotency-Key': key.padEnd(12, '0') });
  const run = () => executions.runJob('send-family-mails', work);
  /** Starts sending what waits, sends it, and answers as the page learns it. */
  const sendAll = async (key: string) => {
    const expected = await waiting();
    await start(expected, key);
    await run();
    return (await start(expected, key)).body;
  };
  const recipients = () => mailsInMemory.map((file) => /^To: (.*)$/m.exec(file)?.[1]?.trim()).sort();
  const classOf = async (id: string) =>
    (await office.call(readFamilyMails, {})).body.classes.find(({ class_id }) => class_id === id);
  const studentOf = async (id: string) =>
    (await office.call(listFamilyMails, { class_id: '4A' })).body.find(({ student_id }) => student_id === id);
  const withAnswers = async (answers: readonly AwsAnswer[], does: () => Promise<unknown>) => {
    const instead = answerInstead(SESv2Client, SendEmailCommand, answers);
    try {
      await does();
    } finally {
      instead.end();
    }
    return instead.count();
  };

  it('go to each parent’s address once a student, after the office has seen how many', async () => {
    const { occasions } = (await office.call(readFamilyMails, {})).body;
    expect(occasions.map(({ letter: _letter, ...counts }) => counts)).toEqual([
      { occasion: 'report posted', of: 'Term 1, 2024-2025', waiting: 4, students: 3 },
      { occasion: 'absence without a reason', of: null, waiting: 0, students: 0 },
      { occasion: 'registration sent back', of: '2025-2026', waiting: 0, students: 0 },
    ]);
    const refused = await start(5, 'wrong-number');
    expect([refused.status, refused.error?.message]).toEqual([409, [mailRefusals.changed(4)]]);
    expect(mailsInMemory).toEqual([]);
    expect(await sendAll('first')).toEqual({ rows_processed: 3, total_rows: 3, state: 'finished', problem: null });
    expect(recipients()).toEqual([
      'father41@example.com',
      'guardian42@example.com',
      'mother@example.com',
      'mother@example.com',
    ]);
    expect(await classOf('4A')).toMatchObject({ students: 4, waiting: 0, sent: 4, perhaps: 0, without_address: 1 });
    const nothing = await start(1, 'once-more');
    expect(nothing.error?.message).toEqual([mailRefusals.changed(0)]);
    expect(mailsInMemory).toHaveLength(4);
  });

  it('go to the families of the chosen classes alone, about what was chosen', async () => {
    const ofReports = { occasions: ['report posted' as const] };
    expect((await classOf('4A'))?.due).toEqual([{ occasion: 'report posted', waiting: 4, students: 3 }]);
    const none = [
      await start(4, 'about-absences', { occasions: ['absence without a reason'], class_ids: null }),
      await start(4, 'another-class', { ...ofReports, class_ids: ['1A'] }),
    ];
    expect(none.map(({ error }) => error?.message)).toEqual([[mailRefusals.changed(0)], [mailRefusals.changed(0)]]);
    await start(4, 'reports-of-4a', { ...ofReports, class_ids: ['4A'] });
    await run();
    expect(mailsInMemory).toHaveLength(4);
  });

  it('are shown to the office before they go, with the family’s link left out', async () => {
    const { occasions } = (await office.call(readFamilyMails, {})).body;
    const letter = occasions.find(({ occasion }) => occasion === 'report posted')?.letter;
    expect(letter?.subject).toMatch(/: A report is ready$/);
    expect(letter?.text).toMatch(/^A term report is ready to be read on the web:\n\n\[The link of the family\]\n\n/);
    expect(mailsInMemory).toEqual([]);
  });

  it('say nothing of the student, and lead to the report or the entrance', async () => {
    await sendAll('content');
    const byRecipient = new Map(mailsInMemory.map((file) => [/^To: (.*)$/m.exec(file)?.[1]?.trim(), file]));
    const texts = (file = '') =>
      [...file.matchAll(/base64\r\n\r\n([^-]+)/g)].map(([, text = '']) => Buffer.from(text, 'base64').toString());
    // What is unguessable spells anything by chance: the link's token, the claim and the e-mail's id in the headers,
    // and a body in base64, which is read decoded.
    const random =
      /(?<=\/student\/link#)[\w-]{32}|(?<=claim=)[\w-]+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=base64\r\n\r\n)[^-]+/g;
    for (const file of mailsInMemory) {
      const whole = [file, ...texts(file)].join('\n').replaceAll(random, '');
      for (const personal of ['S41', 'S42', 'Pupil', 'Lastname', '4A', '75.3', '2010', 'Mathematics'])
        expect(whole).not.toContain(personal);
      expect(texts(file)).toHaveLength(2);
    }
    const [plain = '', html = ''] = texts(byRecipient.get('father41@example.com'));
    const [link = ''] = /http:\/\/localhost:\d+\/student\/link#[\w-]{32}/.exec(plain) ?? [];
    expect(html).toContain(`href="${link}"`);
    // S42 has no date of birth on the register: no link opens.
    const [toEntrance = ''] = texts(byRecipient.get('guardian42@example.com'));
    expect(toEntrance).toMatch(/http:\/\/localhost:\d+\/student$/m);
  });

  it('are sent once of a posting, whatever editions it gets; a changed address gets its own', async () => {
    await sendAll('edition1');
    await changePosting({ version: 2, editions: [1, 2] });
    expect(await waiting()).toBe(0);
    await changeStudent('S42', { guardian_email: 'new42@example.com' });
    mailsInMemory.length = 0;
    await sendAll('edition2');
    expect(recipients()).toEqual(['new42@example.com']);
  });

  it('are not sent of a report that is unposted before its turn', async () => {
    await start(4, 'unposted');
    await changePosting({ isPosted: false });
    await run();
    expect(mailsInMemory).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('are sent again of a posting after a removal', async () => {
    await sendAll('before');
    for (const studentId of ['S41', 'S42', 'S43']) await postReportOfStudent(studentId, posted, { version: 2 });
    await changePosting({ postedAt: new Date().toISOString(), version: 2, editions: [2] });
    expect(await waiting()).toBe(4);
    await sendAll('after-removal');
    expect(mailsInMemory).toHaveLength(8);
  });

  it('leave an address out that bounced, of every student, until it is changed', async () => {
    await changeStudent('S41', { mother_email: bouncing });
    await changeStudent('S43', { mother_email: bouncing, father_email: null });
    await sendAll('bounce');
    await expect
      .poll(async () => (await studentOf('S41'))?.addresses)
      .toEqual([
        { address: 'father41@example.com', failure: null },
        { address: bouncing, failure: 'bounced' },
      ]);
    expect(await classOf('4A')).toMatchObject({ failed: 2, without_address: 2 });
    // Another event: what failed stays out.
    for (const studentId of ['S41', 'S43']) await postReportOfStudent(studentId, posted, { version: 2 });
    await changePosting({ postedAt: new Date().toISOString(), version: 2, editions: [2] });
    mailsInMemory.length = 0;
    await sendAll('next-event');
    expect(recipients()).toEqual(['father41@example.com']);
    await changeStudent('S43', { mother_email: 'right@example.com' });
    expect((await studentOf('S43'))?.addresses).toEqual([{ address: 'right@example.com', failure: null }]);
    expect(await classOf('4A')).toMatchObject({ failed: 1, without_address: 1 });
  });

  it('leave an address out that its owner marks as spam, or that SES refuses', async () => {
    await changeStudent('S41', { mother_email: 'complaint@simulator.amazonses.com' });
    await changeStudent('S42', { guardian_email: 'nobody@nowhere' });
    await sendAll('complaint');
    await expect.poll(async () => (await studentOf('S41'))?.addresses[1]?.failure).toBe('complained');
    expect((await studentOf('S42'))?.addresses).toEqual([{ address: 'nobody@nowhere', failure: 'refused' }]);
    // The others were sent.
    expect(recipients()).toContain('mother@example.com');
  });

  it('that were perhaps sent are shown after two minutes, and go again when the office says so', async () => {
    const clock = holdClock();
    const asked = await withAnswers([lostConnectionError()], async () => {
      await start(4, 'lost-answer');
      await run();
    });
    // Each attempt of the step tries the next one: an answer that is lost is never waited for.
    expect(asked).toBe(4);
    expect(mailsInMemory).toEqual([]);
    expect((await start(4, 'lost-answer')).body).toMatchObject({
      state: 'failed',
      problem: mailRefusals.problems.other,
    });
    expect(await classOf('4A')).toMatchObject({ sent: 0, perhaps: 0, waiting: 0 });
    const [mail] = (await studentOf('S42'))?.mails ?? [];
    const again = { student_id: 'S42', event: mail?.event ?? '', address: mail?.address ?? '' };
    expect((await office.call(repeatFamilyMail, again)).error?.message).toEqual([mailRefusals.notPerhaps]);
    clock.passMinutes(3);
    expect(await classOf('4A')).toMatchObject({ sent: 0, perhaps: 4, waiting: 0 });
    expect((await office.call(repeatFamilyMail, again)).status).toBe(200);
    expect((await office.call(repeatFamilyMail, again)).status).toBe(409);
    await sendAll('again');
    expect(recipients()).toEqual(['guardian42@example.com']);
    expect(await classOf('4A')).toMatchObject({ sent: 1, perhaps: 3, waiting: 0 });
  });

  it('wait where SES is asked too fast', async () => {
    const tooFast = awsError('TooManyRequestsException', 429, 'Maximum sending rate exceeded.');
    const asked = await withAnswers([tooFast, tooFast, (reach) => reach()], () => sendAll('too-fast'));
    expect(asked).toBe(6);
    expect(mailsInMemory).toHaveLength(4);
  });

  it.each([
    ['TooManyRequestsException', 'Daily message quota exceeded.', mailRefusals.problems.quota],
    ['SendingPausedException', 'Email sending is disabled.', mailRefusals.problems.refused],
    ['AccountSuspendedException', 'Sending suspended.', mailRefusals.problems.refused],
    ['MessageRejected', 'Email address is not verified.', mailRefusals.problems.refused],
  ])('stay due where SES takes none: %s, %s', async (name, message, problem) => {
    const refusal = awsError(name, 400, message);
    await withAnswers([(reach) => reach(), refusal], async () => {
      await start(4, `refused-${name.slice(0, 6)}`);
      await run();
    });
    expect((await start(4, `refused-${name.slice(0, 6)}`)).body).toMatchObject({ state: 'failed', problem });
    expect(await classOf('4A')).toMatchObject({ sent: 1, waiting: 3, perhaps: 0, failed: 0 });
    await sendAll(`later-${name.slice(0, 6)}`);
    expect(mailsInMemory).toHaveLength(4);
  });

  it('stop when the office says so, and the rest waits', async () => {
    expect((await office.call(stopFamilyMails, {})).error?.message).toEqual([mailRefusals.notRunning]);
    await withAnswers(
      [
        async (reach) => {
          const answer = await reach();
          expect((await office.call(stopFamilyMails, {})).status).toBe(200);
          return answer;
        },
        (reach) => reach(),
      ],
      async () => {
        await start(4, 'stopped');
        await run();
      },
    );
    // Both addresses of the student who was being written about.
    expect(mailsInMemory).toHaveLength(2);
    const { run: last } = (await office.call(readFamilyMails, {})).body;
    expect(last).toMatchObject({ problem: mailRefusals.problems.stopped });
    expect(await waiting()).toBe(2);
    await sendAll('after-stop');
    expect(mailsInMemory).toHaveLength(4);
  });

  it('go out about a registration while it is sent back, once each time', async () => {
    await changePosting({ isPosted: false });
    const request = { now: new Date(), idempotencyKey: 'proposal-0001' };
    const first = changeProposalAction({
      before: undefined,
      after: { studentId: 'S41', year, state: 'sent back', values: {}, note: 'A phone, please.' },
      request,
    });
    await executeActionOfTest(first.action);
    await start(2, 'registration');
    const handedIn = changeProposalAction({
      before: first.next,
      after: { ...first.next, state: 'handed in' },
      request,
    });
    await executeActionOfTest(handedIn.action);
    await run();
    expect(mailsInMemory).toEqual([]);
    const second = changeProposalAction({
      before: handedIn.next,
      after: { ...handedIn.next, state: 'sent back' },
      request,
    });
    await executeActionOfTest(second.action);
    await sendAll('registration2');
    expect(recipients()).toEqual(['father41@example.com', 'mother@example.com']);
    expect(await waiting()).toBe(0);
  });

  describe('about an absence', () => {
    /**
     * S41's Monday and Tuesday, and one session of S45, have no reason; the others have one, an excuse, or a note of
     * the family that waits.
     */
    const seedAbsences = async () => {
      const absent = (studentId: string, date: string, more: object = {}) => ({
        before: undefined,
        after: {
          studentId,
          date,
          classId: '4A',
          formLevel: 4,
          version: 1,
          half: halfYearOf(date),
          am: 'A' as const,
          ...more,
        },
      });
      // Monday to Friday of one week, and the Monday after; all are school days.
      const changes = [
        absent('S41', '2025-10-06'),
        absent('S41', '2025-10-07'),
        absent('S42', '2025-10-07', { reason: 'Ill' }),
        absent('S43', '2025-10-07', { excused: true }),
        absent('S44', '2025-10-08'),
        absent('S45', '2025-10-09', { am: 'P', pm: 'A' }),
        absent('S46', '2025-10-09', { deletedAt: '2025-10-09T15:00:00.000Z' }),
      ];
      expect(await writeRecords(changes, { openAt: 'even closed' })).toBe('written');
      const note: Omit<FamilyNoteItem, 'studentId' | 'id'> = {
        from: '2025-10-08',
        to: '2025-10-08',
        year,
        term,
        days: 1,
        why: 'ill',
        state: 'sent',
        sentAt: '2025-10-08T12:00:00Z',
        version: 1,
        expires: 4_000_000_000,
      };
      await putRecords(FamilyNoteEntity, [{ ...note, studentId: 'S44', id: 'note-0001' }]);
    };
    const listedStudents = () => Promise.resolve(['S41', 'S42', 'S43', 'S44', 'S45', 'S46']);
    const dueOn = async (day: string, readStudentIds: () => Promise<readonly string[]> = listedStudents) => {
      const { listDue } = await readAbsenceEvents(new Date(`${day}T16:00:00Z`));
      const due = await listDue(readStudentIds);
      return due.map(({ studentId, event }) => `${studentId} ${event}`).sort();
    };

    it('are due without a reason once three school days have passed, a letter a week', async () => {
      await seedAbsences();
      expect(await dueOn('2025-10-08')).toEqual([]);
      expect(await dueOn('2025-10-09')).toEqual(['S41 absent-2025-10-06']);
      expect(await dueOn('2025-10-10')).toEqual(['S41 absent-2025-10-06']);
      expect(await dueOn('2025-10-14')).toEqual(['S41 absent-2025-10-06', 'S45 absent-2025-10-06']);
      expect(await dueOn('2025-11-14')).toEqual([]);
      const isStill = (studentId: string) =>
        isStillWithoutReason('absent-2025-10-06', studentId, new Date('2025-10-14T16:00:00Z'));
      expect(await Promise.all(['S41', 'S42', 'S43', 'S44', 'S45', 'S46'].map(isStill))).toEqual([
        ...[true, false, false, false, true, false],
      ]);
    });

    it('are found by the records where these are from before the index of absences, or one of them is', async () => {
      await seedAbsences();
      for (const [studentId, date] of [
        ['S45', '2025-10-09'],
        ['S41', '2025-10-07'],
        ['S41', '2025-10-06'],
      ] as const) {
        const { table, key } = attendanceKey(studentId, date);
        const UpdateExpression = 'REMOVE gsi2pk, gsi2sk, absentMonth';
        await documentClient.send(new UpdateCommand({ TableName: table, Key: key, UpdateExpression }));
        expect(await dueOn('2025-10-14')).toEqual(['S41 absent-2025-10-06', 'S45 absent-2025-10-06']);
      }
    });

    it('are looked for with as many requests in a school of more students', async () => {
      await seedAbsences();
      const noStudents = () => Promise.reject(new Error('The students of the school were asked for'));
      const before = await recordTraffic(() => dueOn('2025-10-14', noStudents));
      const classes = [{ classId: '4A', formLevel: 4 }];
      const more = await addManyStudents({ count: 200, classes, subjectIds: [] });
      const present = more.map(
        (studentId): RecordChange => ({
          before: undefined,
          after: {
            studentId,
            date: '2025-10-09',
            half: '2025H2',
            classId: '4A',
            formLevel: 4,
            version: 1,
            am: 'P',
            pm: 'P',
          },
        }),
      );
      for (let at = 0; at < present.length; at += 45)
        await writeRecords(present.slice(at, at + 45), { openAt: 'even closed' });
      const after = await recordTraffic(() => dueOn('2025-10-14', noStudents));
      const counted = (traffic: typeof before) => [
        traffic.length,
        traffic.flatMap(({ itemBytes }) => itemBytes).length,
      ];
      expect(counted(after)).toEqual(counted(before));
      // Three for the calendar, the index for September and October, the counts of the classes, the notes of those
      // without a reason.
      expect(after.length).toBe(7);
    });
  });

  it('are not there where the school file has none', async () => {
    const { optionSettings } = schoolFile();
    schoolFile().optionSettings = {};
    const answers = await Promise.all([
      office.call(readFamilyMails, {}),
      office.call(listFamilyMails, { class_id: '4A' }),
      office.call(sendFamilyMails, { expected: 4, ...everything }),
    ]);
    schoolFile().optionSettings = optionSettings;
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
