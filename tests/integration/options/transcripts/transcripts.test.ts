import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentNumberEntity } from '#functions/options/transcripts/records/issued-documents.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { orderOfNumber } from '#shared/options/transcripts/kinds.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { changeRecordOfTest, executeActionOfTest } from '../../../support/school/records.ts';

const {
  issueDocuments,
  readTranscript,
  printDocuments,
  printTranscriptDraft,
  withdrawDocument,
  importEarlierMarks,
  listTranscriptStudents,
  undoAct,
  listActs,
  printTermList,
  printBlankPaper,
  listPostedTerms,
} = transcriptsContract;

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  office = await clientOfAccount(school.url, 'A1');
});
afterAll(() => school.stop());

const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ');

const earlier = (mark = '67.5', subject = 'Latin') => ({
  year: 2019,
  term: 1 as const,
  subject,
  mark,
  source: 'Report book 2019',
});
const imported = (student_id: string, version: number, marks = [earlier()]) => ({
  students: [{ student_id, version, marks }],
});

describe('a student without any posted term', () => {
  it('has an empty transcript, and none is issued or printed', async () => {
    const { body } = await office.call(readTranscript, { student_id: 'S44' });
    expect(body).toMatchObject({ terms: [], left_out: [], documents: [] });
    const refused = await office.call(issueDocuments, { kind: 'transcript', student_ids: ['S44'], words: null });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('has no term that was posted, and no earlier marks');
    expect((await office.call(printTranscriptDraft, { student_id: 'S44' })).status).toBe(404);
  });

  it('is left out of those of a class, with the reason', async () => {
    await postReportOfStudent('S43', { year: 2024, term: 1 });
    const { body } = await office.call(issueDocuments, {
      kind: 'transcript',
      student_ids: ['S43', 'S44', 'NOBODY', 'S43'],
      words: null,
    });
    expect(body.documents.map(({ student_id }) => student_id)).toEqual(['S43']);
    expect(body.left.map(({ student_id }) => student_id)).toEqual(['S44', 'NOBODY']);
    const none = await office.call(issueDocuments, { kind: 'transcript', student_ids: ['S44', 'NOBODY'], words: null });
    expect(none.status).toBe(200);
    expect(none.body).toEqual({ documents: [], left: body.left });
  });
});

describe('a transcript', () => {
  it('has what was posted, and says the same after the report was issued again and the student was renamed', async () => {
    await postReportOfStudent(
      'S41',
      { year: 2023, term: 3 },
      { change: { average: { text: '61.2', entered: 2, of: 2 } } },
    );
    await postReportOfStudent('S41', { year: 2024, term: 1 });
    const { body } = await office.call(issueDocuments, { kind: 'transcript', student_ids: ['S41'], words: null });
    const number = body.documents[0]?.number ?? '';
    expect(number).toMatch(/^\d{4}-\d{4}$/);
    const first = await office.call(printDocuments, { numbers: number });
    // A frame shows it; what is to be saved would be downloaded instead, and the window would wait for ever.
    expect(first.headers.get('content-disposition')).toBe('inline');
    expect(first.headers.get('content-type')).toBe('application/pdf');
    const text = await textOf(first.bytes);
    for (const part of [
      `No. ${number}`,
      'Lastname S41',
      '2023-2024',
      '2024-2025',
      '61.2',
      '75.3',
      '85.5',
      'Mathematics',
    ])
      expect(text).toContain(part);
    const maths = { id: 'MATH', title: 'Mathematics', course: '1', exam: '2', total: '3.0' };
    const rest = { timesLate: null, timesAbsent: null, application: null, conduct: null, comment: null, teacher: null };
    await postReportOfStudent(
      'S41',
      { year: 2024, term: 1 },
      { version: 2, change: { subjects: [{ ...maths, ...rest }] } },
    );
    await changeRecordOfTest(StudentEntity, { studentId: 'S41' }, { lastName: 'Renamed' });
    const again = await office.call(printDocuments, { numbers: number });
    expect(Buffer.from(again.bytes).equals(Buffer.from(first.bytes))).toBe(true);
    const draft = await textOf((await office.call(printTranscriptDraft, { student_id: 'S41' })).bytes);
    expect(draft).toContain('Renamed');
    expect(draft).toContain('3.0');
    expect(draft).toContain('Draft, not issued');
  });

  it('takes the next number each, and a repeated request none', async () => {
    const key = crypto.randomUUID();
    const input = { kind: 'testimonial' as const, student_ids: ['S42'], words: 'Honest and kind.' };
    const once = await office.call(issueDocuments, input, { 'idempotency-key': key });
    const twice = await office.call(issueDocuments, input, { 'idempotency-key': key });
    expect(twice.body).toEqual(once.body);
    const next = await office.call(issueDocuments, input);
    const place = (number = '') => Number(number.split('-')[1]);
    expect(place(next.body.documents[0]?.number)).toBe(place(once.body.documents[0]?.number) + 1);
    const { body } = await office.call(readTranscript, { student_id: 'S42' });
    expect(body.documents.map(({ kind }) => kind)).toEqual(['testimonial', 'testimonial']);
    const trail = await listAuditTrail('student#S42');
    expect(trail.flatMap(({ changes }) => changes.map(({ field, after }) => `${field} ${after}`))).toEqual(
      body.documents.map(({ number }) => `Testimonial ${number}`).toReversed(),
    );
  });

  it('goes on behind the ten-thousandth of a year', async () => {
    const { body } = await office.call(readTranscript, { student_id: 'S42' });
    const issuedIn = Number(body.documents[0]?.number.slice(0, 4));
    const number = `${issuedIn}-9999`;
    await executeActionOfTest(
      DocumentNumberEntity.create({
        issuedIn,
        number,
        order: orderOfNumber(number),
        studentId: 'S42',
        kind: 'transcript',
        issuedAt: new Date().toISOString(),
        issuedBy: 'Ada Office',
      }),
    );
    const input = { kind: 'leaving certificate' as const, student_ids: ['S42'], words: null };
    const numbers = [await office.call(issueDocuments, input), await office.call(issueDocuments, input)];
    expect(numbers.map((answer) => answer.body.documents[0]?.number)).toEqual([
      `${issuedIn}-10000`,
      `${issuedIn}-10001`,
    ]);
  });

  it('takes other numbers where two are issued at once', async () => {
    const input = { kind: 'leaving certificate' as const, student_ids: ['S42'], words: null };
    const answers = await Promise.all([1, 2, 3].map(() => office.call(issueDocuments, input)));
    expect(new Set(answers.map(({ body }) => body.documents[0]?.number)).size).toBe(3);
  });
});

describe('a document that is withdrawn', () => {
  it('is not printed, until it is valid again', async () => {
    const { body } = await office.call(issueDocuments, {
      kind: 'leaving certificate',
      student_ids: ['S41'],
      words: 'A loss to the school.',
    });
    const number = body.documents[0]?.number ?? '';
    expect(await textOf((await office.call(printDocuments, { numbers: number })).bytes)).toContain(
      'A loss to the school.',
    );
    expect((await office.call(withdrawDocument, { number, withdrawn: true, reason: ' ' })).status).toBe(422);
    const gone = await office.call(withdrawDocument, { number, withdrawn: true, reason: 'A wrong date' });
    expect(gone.body.withdrawn).toMatchObject({ by: 'Ada Office', reason: 'A wrong date' });
    const refused = await office.call(printDocuments, { numbers: number });
    expect(refused.status).toBe(409);
    const back = await office.call(withdrawDocument, { number, withdrawn: false, reason: null });
    expect(back.body.withdrawn).toBeNull();
    expect((await office.call(printDocuments, { numbers: number })).status).toBe(200);
  });
});

describe('earlier marks', () => {
  it('are stored once, marked in the transcript, and taken back while nobody changed them since', async () => {
    const key = crypto.randomUUID();
    const first = await office.call(importEarlierMarks, imported('S45', 0), { 'idempotency-key': key });
    expect(first.body).toMatchObject({ taken: 1, students: 1 });
    expect((await office.call(importEarlierMarks, imported('S45', 0), { 'idempotency-key': key })).body).toEqual(
      first.body,
    );
    expect((await office.call(importEarlierMarks, imported('S45', 1))).body).toEqual({
      taken: 0,
      students: 0,
      undo: null,
    });
    const { body } = await office.call(readTranscript, { student_id: 'S45' });
    expect(body.terms).toEqual([
      {
        year: 2019,
        term: 1,
        title: 'Term 1',
        class_id: null,
        average: null,
        source: 'earlier',
        posted_on: null,
        subjects: [{ title: 'Latin', mark: '67.5', source: 'Report book 2019' }],
        attendance: null,
      },
    ]);
    const draft = await textOf((await office.call(printTranscriptDraft, { student_id: 'S45' })).bytes);
    expect(draft).toContain('67.5 a');
    expect(draft).toContain('a: earlier records, not of this system (Report book 2019)');
    expect((await office.call(listActs, { of: 'earlier-marks' })).body[0]).toMatchObject({
      what: '1 earlier mark of 1 student',
    });
    const undone = await office.call(undoAct, { undo: first.body.undo ?? '' });
    expect(undone.body).toMatchObject({ state: 'finished', left: [] });
    expect((await office.call(readTranscript, { student_id: 'S45' })).body.terms).toEqual([]);
  });

  it('are refused where somebody has changed them since the preview', async () => {
    expect((await office.call(importEarlierMarks, imported('S46', 0))).status).toBe(200);
    const stale = await office.call(importEarlierMarks, imported('S46', 0, [earlier('70')]));
    expect(stale.status).toBe(409);
    const fresh = await office.call(importEarlierMarks, imported('S46', 1, [earlier('70')]));
    expect(fresh.body.taken).toBe(1);
    const trail = (await listAuditTrail('student#S46')).flatMap(({ changes }) => changes);
    expect(trail.at(-1)).toEqual({ field: 'earlier mark 2019-2020 term 1 Latin', before: '67.5', after: '70' });
  });

  it('of which a later import changed a student’s are left by the undo, which names the student', async () => {
    const first = await office.call(importEarlierMarks, {
      students: ['S42', 'S43'].map((student_id) => ({ student_id, version: 0, marks: [earlier()] })),
    });
    await office.call(importEarlierMarks, imported('S43', 1, [earlier('90')]));
    const { body } = await office.call(undoAct, { undo: first.body.undo ?? '' });
    expect(body.left).toEqual(['Lastname S43, Pupil S43 (S43)']);
    const marks = async (student_id: string) => {
      const { terms } = (await office.call(readTranscript, { student_id })).body;
      return terms
        .filter(({ source }) => source === 'earlier')
        .flatMap(({ subjects }) => subjects.map(({ mark }) => mark));
    };
    expect(await marks('S42')).toEqual([]);
    expect(await marks('S43')).toEqual(['90']);
  });

  it('of a term that was posted here are refused, and of nobody too', async () => {
    const posted = imported('S43', 2, [{ ...earlier(), year: 2024 }]);
    expect((await office.call(importEarlierMarks, posted)).status).toBe(409);
    expect((await office.call(importEarlierMarks, imported('NOBODY', 0))).status).toBe(404);
    expect((await office.call(importEarlierMarks, imported('S41', 0, [earlier('101')]))).status).toBe(422);
  });
});

describe('lists of a posted term', () => {
  it('have the posted figures of a class, in order', async () => {
    await postReportOfStudent(
      'S42',
      { year: 2024, term: 1 },
      { change: { average: { text: '90.1', entered: 2, of: 2 } } },
    );
    const terms = (await office.call(listPostedTerms, {})).body;
    expect(terms[0]).toEqual({ year: 2024, term: 1, title: 'Term 1, 2024-2025' });
    const of = { year: '2024', term: '1', class_id: '4A' } as const;
    const merit = await textOf((await office.call(printTermList, { list: 'merit', ...of })).bytes);
    expect(merit.indexOf('S42')).toBeGreaterThan(0);
    expect(merit.indexOf('S42')).toBeLessThan(merit.indexOf('S43'));
    const honours = await textOf((await office.call(printTermList, { list: 'honours', ...of })).bytes);
    expect(honours).toContain('90.1');
    expect(honours).not.toContain('75.3');
    const subject = await office.call(printTermList, { list: 'subject', subject: 'Mathematics', ...of });
    expect(await textOf(subject.bytes)).toContain('85.5');
    expect((await office.call(printTermList, { list: 'subject', ...of })).status).toBe(422);
    expect((await office.call(printTermList, { list: 'merit', ...of, class_id: '1A' })).status).toBe(404);
    expect((await office.call(printTermList, { list: 'prizes', ...of, format: 'xlsx' })).status).toBe(200);
  });
});

describe('paper to write on', () => {
  it('has the names of a class, and a card for each', async () => {
    const list = await textOf((await office.call(printBlankPaper, { paper: 'mark list', class_id: '4A' })).bytes);
    expect(list).toContain('Lastname S42, Pupil S42');
    const { totalPages } = await extractText(
      new Uint8Array((await office.call(printBlankPaper, { paper: 'card', class_id: '4A' })).bytes),
    );
    expect(totalPages).toBe((await office.call(listTranscriptStudents, { class_id: '4A' })).body.length);
  });
});

describe('those who left', () => {
  it('are listed without a class, with the day', async () => {
    await changeRecordOfTest(
      StudentEntity,
      { studentId: 'S46' },
      { status: 'archived', classId: '4B', date_of_leaving: '2025-07-04' },
    );
    expect((await office.call(listTranscriptStudents, {})).body).toContainEqual({
      student_id: 'S46',
      name: 'Lastname S46, Pupil S46',
      class_id: '4B',
      left_on: '2025-07-04',
    });
  });
});
