import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { type DidDocument, signedCredential } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { codeCharacters, unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { decodeBits, statusAt } from '#shared/options/signed-cards/status-list.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { localNames } from '../../../../local/environment.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { verifyCredentialByTheSpecification } from '../../../support/options/signed-cards/independent-verifier.ts';
import { createTableClientOfTests } from '../../../support/school/both-tables.ts';
import { executeActionOfTest, putRecords, readEveryRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

const { readPostingState, issueReportAgain } = termReportsContract;
const { listActs: listRecentPostings, undoAct: undoPosting } = undoContract;
const { findCard, readCardStatusList, readDidDocument } = verificationContract;

describe('a posted card', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  const stranger = new TestClient('');

  beforeAll(async () => {
    stranger.url = school.url;
    const record = { year, term, classId: '1A', formLevel: 1, examOutOf: 70, studentId: 'S01' };
    await putRecords(SubjectRecordEntity, [
      { ...record, subjectId: 'MATH', workSum: 32, workOutOf: 45, exam: 45.5 },
      { ...record, subjectId: 'ENGL', workSum: 10, workOutOf: 20, exam: 40 },
    ]);
  });

  const post = async (posted: 0 | 1) => {
    const state = (await admin.call(readPostingState, {})).body.find((row) => row.term === term);
    const answer = await postReports(admin, { posted, date_posted: state?.date_posted ?? null });
    expect(answer.status).toBe(200);
  };
  const copiesOf = async (studentId: string) => {
    return (await PostedReportEntity.query({ studentId })).sort((a, b) => a.version - b.version);
  };
  const codeOf = async (studentId: string) => (await copiesOf(studentId)).at(-1)?.code ?? '';
  const remark = async (studentId: string, formTeacherComments: string) => {
    await executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments } }));
  };
  /** What a stranger with the code finds out, by a verifier that is not the product's. */
  const check = async (code: string) => {
    const { status, body } = await stranger.call(findCard, { code });
    if (status !== 200) return status;
    const did = (await stranger.call(readDidDocument, {})).body as DidDocument;
    const card = unpackCard(Buffer.from(body.card ?? '', 'base64url'));
    if (!card) return 'unreadable';
    const credential = signedCredential(card, school.url);
    if (!(await verifyCredentialByTheSpecification(credential, did))) return 'forged';
    const [suspension, refresh] = await Promise.all(
      credential.credentialStatus.map(async ({ statusListCredential: list }) => {
        const answer = await stranger.send({ method: 'GET', path: list.slice(school.url.length) });
        const signed = JSON.parse(Buffer.from(answer.bytes).toString());
        expect(signed.id).toBe(list);
        expect(await verifyCredentialByTheSpecification(signed, did)).toBe(true);
        return decodeBits(signed.credentialSubject.encodedList);
      }),
    );
    if (!suspension || !refresh) return 'without status';
    return statusAt({ suspension, refresh }, card.statusIndex);
  };

  it('is on no list before anything was posted, and the school has no key', async () => {
    expect((await stranger.call(readDidDocument, {})).body.verificationMethod).toEqual([]);
    expect((await stranger.call(readCardStatusList, { list: `${year}-${term}-suspension` })).status).toBe(404);
  });

  it('can be checked by anybody who has its code: its figures, its signature and its status', async () => {
    await post(1);
    const { body } = await stranger.call(findCard, { code: await codeOf('S01') });
    const { code, statusIndex, signature, signedAt, ...figures } =
      unpackCard(Buffer.from(body.card ?? '', 'base64url')) ?? {};
    expect(figures).toEqual({
      key: 1,
      school: 'Northgate Secondary School',
      year,
      term,
      termTitle: 'Term 1',
      initials: 'P.S.L.',
      classId: '1A',
      average: '60.9',
      subjects: [
        { title: 'English Language', total: '55.0' },
        { title: 'Mathematics', total: '66.8' },
      ],
    });
    expect(await check(code ?? '')).toBe('valid');
  });

  it('has a code and a place in the lists that no other card has', async () => {
    const cards = (await readEveryRecord(PostedReportEntity)).map(({ signed = '' }) =>
      unpackCard(Buffer.from(signed, 'base64url')),
    );
    expect(cards.length).toBe(15);
    expect(new Set(cards.map((card) => card?.code)).size).toBe(15);
    expect(new Set(cards.map((card) => card?.statusIndex)).size).toBe(15);
  });

  it('is not found by a code that differs in one letter', async () => {
    const code = await codeOf('S01');
    const [first = ''] = code;
    const other = codeCharacters[(codeCharacters.indexOf(first) + 1) % 32] + code.slice(1);
    expect((await stranger.call(findCard, { code: other })).status).toBe(404);
  });

  it('is replaced by a later edition, which is valid, and valid again when that is undone', async () => {
    const earlier = await codeOf('S02');
    await remark('S02', 'Kind to everybody.');
    const input = { student_id: 'S02', year, term, reason: 'A remark was missing' };
    expect((await admin.call(issueReportAgain, input, { 'Idempotency-Key': 'issued-again' })).status).toBe(200);
    const later = await codeOf('S02');
    expect(later).not.toBe(earlier);
    // The same request under the same key signs no third one.
    await admin.call(issueReportAgain, input, { 'Idempotency-Key': 'issued-again' });
    expect(await copiesOf('S02')).toHaveLength(2);
    expect([await check(earlier), await check(later), await check(await codeOf('S01'))]).toEqual([
      ...['replaced', 'valid', 'valid'],
    ]);
    const [act] = (await admin.call(listRecentPostings, { of: 'posting' })).body;
    expect((await admin.call(undoPosting, { undo: act?.undo ?? '' })).status).toBe(200);
    expect([await check(earlier), await check(later)]).toEqual(['valid', 'replaced']);
  });

  it('is removed while its term is not posted, and replaced when that is posted afresh', async () => {
    const before = await codeOf('S03');
    await post(0);
    expect([await check(before), await check(await codeOf('S01'))]).toEqual(['removed', 'removed']);
    await post(1);
    const after = await codeOf('S03');
    expect(after).not.toBe(before);
    expect([await check(before), await check(after)]).toEqual(['replaced', 'valid']);
  });

  it('of which only the changed ones are signed again stays what it is when the term is posted again', async () => {
    const [unchanged, earlier] = [await codeOf('S01'), await codeOf('S04')];
    await remark('S04', 'Kind to everybody.');
    await post(1);
    expect(await codeOf('S01')).toBe(unchanged);
    expect([await check(unchanged), await check(earlier), await check(await codeOf('S04'))]).toEqual([
      ...['valid', 'replaced', 'valid'],
    ]);
  });

  it('that was issued again, taken back and issued again is replaced by the last of them', async () => {
    const codes = [await codeOf('S06')];
    const input = { student_id: 'S06', year, term, reason: 'A remark was missing' };
    for (const comment of ['Kind.', 'Kind to everybody.']) {
      await remark('S06', comment);
      expect((await admin.call(issueReportAgain, input)).status).toBe(200);
      codes.push(await codeOf('S06'));
      if (codes.length > 2) break;
      const [act] = (await admin.call(listRecentPostings, { of: 'posting' })).body;
      expect((await admin.call(undoPosting, { undo: act?.undo ?? '' })).status).toBe(200);
    }
    expect(await Promise.all(codes.map(check))).toEqual(['replaced', 'replaced', 'valid']);
  });

  const deleteRow = (TableName: string, Key: { pk: string; sk: string }) =>
    createTableClientOfTests().send(new DeleteCommand({ TableName, Key }));
  const deleteKey = (number: number) => deleteRow(localNames.keys, { pk: `card-key#${number}`, sk: 'card-key' });
  const forgetPublicKey = (number: number) =>
    deleteRow(localNames.table, { pk: 'card-keys', sk: String(number).padStart(4, '0') });

  it('stays valid after the school’s key was rotated, and new cards are signed with the next', async () => {
    const before = await codeOf('S01');
    await deleteKey(1);
    await remark('S05', 'Kind to everybody.');
    await post(1);
    const { body } = await stranger.call(readDidDocument, {});
    expect(body.assertionMethod.map((id) => id.split('#')[1])).toEqual(['card-1', 'card-2']);
    expect([await check(before), await check(await codeOf('S05'))]).toEqual(['valid', 'valid']);
  });

  it('is valid again when a restored table had lost the key that signed it, and something is signed', async () => {
    const signed = await codeOf('S05');
    await forgetPublicKey(2);
    expect(await check(signed)).toBe('forged');
    await remark('S05', 'Kind to everybody, always.');
    await post(1);
    expect([await check(signed), await check(await codeOf('S05'))]).toEqual(['replaced', 'valid']);
  });

  it('is none of the school’s after its key was stolen and withdrawn, until its term is posted afresh', async () => {
    const [before, stolen] = [await codeOf('S01'), await codeOf('S05')];
    await deleteKey(2);
    await forgetPublicKey(2);
    expect(await check(stolen)).toBe('forged');
    // Cards that have not changed are not signed again: the posting is removed first.
    await post(0);
    await post(1);
    expect([await check(before), await check(stolen), await check(await codeOf('S05'))]).toEqual([
      ...['replaced', 'forged', 'valid'],
    ]);
  });
});
