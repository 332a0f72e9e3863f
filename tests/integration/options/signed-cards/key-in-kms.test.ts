import { generateKeyPairSync } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { type DidDocument, signedCredential } from '#shared/options/signed-cards/card-credential.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { AskAws } from '../../../../infra/operators/deployment/ask-aws.ts';
import { loadSchool } from '../../../../infra/school.ts';
import type { LocalServer } from '../../../../local/aws-protocol/http-server.ts';
import { localNames } from '../../../../local/environment.ts';
import { arnOfLocalKey, startKms } from '../../../../local/kms/kms.ts';
import { smokeChecks } from '../../../../tools/options/signed-cards/smoke-checks.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { verifyCredentialByTheSpecification } from '../../../support/options/signed-cards/independent-verifier.ts';
import { createTableClientOfTests } from '../../../support/school/both-tables.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

const { findCard, readCardStatusList, readDidDocument } = verificationContract;

describe('a school whose card key is in KMS', () => {
  const school = schoolForTests();
  const admin = school.as('A1');
  const stranger = new TestClient('');
  let kms: LocalServer;

  beforeAll(async () => {
    stranger.url = school.url;
    // So few that a posting of the small school has some repeated.
    kms = await startKms(':memory:', { keys: ['one', 'two'], perSecond: 8 });
    process.env.AWS_ENDPOINT_URL_KMS = kms.endpoint;
    process.env.CARD_KEY = arnOfLocalKey('one');
    setKey(1);
  });
  afterAll(() => kms.stop());

  const setKey = (keyInKms: number | null) => {
    schoolFile().optionSettings = { 'signed-cards': { keyInKms } };
  };
  const changeRemark = (studentId: string, formTeacherComments: string) =>
    executeActionOfTest(TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments } }));
  const again = (student_id: string) => ({ student_id, year, term, reason: 'A remark was missing' });
  const issueAgain = async (studentId: string, comment: string) => {
    await changeRemark(studentId, comment);
    expect((await admin.call(termReportsContract.issueReportAgain, again(studentId))).status).toBe(200);
  };
  const codeOf = async (studentId: string) => {
    const copies = await PostedReportEntity.query({ studentId });
    return copies.sort((a, b) => a.version - b.version).at(-1)?.code ?? '';
  };
  const did = async () => (await stranger.call(readDidDocument, {})).body as DidDocument;
  const numbers = async () => (await did()).assertionMethod.map((id) => id.split('#')[1]);
  /** The number of the key that signed a card, and whether a verifier that is not the product's believes it. */
  const check = async (code: string) => {
    const { body } = await stranger.call(findCard, { code });
    const card = unpackCard(Buffer.from(body.card ?? '', 'base64url'));
    if (!card) return 'unreadable';
    const isGenuine = await verifyCredentialByTheSpecification(signedCredential(card, school.url), await did());
    return `${card.key} ${isGenuine ? 'genuine' : 'forged'}`;
  };
  const findSecretKeys = async () => {
    const { Items = [] } = await createTableClientOfTests().send(new ScanCommand({ TableName: localNames.keys }));
    return Items.map(({ pk }) => String(pk)).filter((pk) => pk.startsWith('card-key#'));
  };
  const forgetPublicKey = (number: number) =>
    createTableClientOfTests().send(
      new DeleteCommand({ TableName: localNames.table, Key: { pk: 'card-keys', sk: String(number).padStart(4, '0') } }),
    );

  it('has its cards and lists signed there, each believed by its public half; its table has no secret', async () => {
    expect((await postReports(admin, { posted: 1, date_posted: null })).status).toBe(200);
    expect(await check(await codeOf('S01'))).toBe('1 genuine');
    const list = await stranger.call(readCardStatusList, { list: `${year}-${term}-suspension` });
    expect(await verifyCredentialByTheSpecification(list.body, await did())).toBe(true);
    expect(await findSecretKeys()).toEqual([]);
  });

  it('answers for the file of a card with the same key', async () => {
    const ofCard = { studentId: 'S01', year: String(year), term: String(term) };
    expect((await admin.call(termReportsContract.printReportCard, ofCard)).status).toBe(200);
    const { body } = await stranger.call(findCard, { code: await codeOf('S01') });
    expect(body.files).toHaveLength(1);
    expect(await verifyCredentialByTheSpecification(body.files[0] as object, await did())).toBe(true);
    expect(await numbers()).toEqual(['card-1']);
  });

  it('is looked at by the smoke test: the key and its number, and that the table has no secret half', async () => {
    const [, check] = smokeChecks.find(([title]) => title === 'the key of cards in KMS') ?? [];
    const { PublicKey } = await new KMSClient({}).send(new GetPublicKeyCommand({ KeyId: arnOfLocalKey('one') }));
    const another = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
    const tell = (keyInKms: number | null, spki: Uint8Array = PublicKey as Uint8Array, secret: unknown = null) => {
      const command: AskAws = async (_, operation) => {
        if (operation === 'describe-stacks') return arnOfLocalKey('one');
        if (operation === 'get-item') return secret;
        return { PublicKey: Buffer.from(spki).toString('base64'), SigningAlgorithms: ['ED25519_SHA_512'] };
      };
      const file = { ...loadSchool('demo'), optionSettings: { 'signed-cards': { keyInKms } } };
      return check?.({ place: { url: school.url, school: file, aws: { api: '', command } } } as never);
    };
    expect(await tell(1)).toBe('card-1 is the key in KMS');
    expect(await tell(2)).toBe('card-2 has signed nothing yet');
    await expect(tell(1, another)).rejects.toThrow(/^card-1 is another key: set a higher number/);
    await expect(tell(1, undefined, {})).rejects.toThrow(/#card-1: delete \{"pk":\{"S":"card-key#1"\}/);
    await expect(tell(null)).rejects.toThrow('its keys are in its own table');
  });

  it('signs with the next number once its file names another key; earlier cards stay what they are', async () => {
    const before = await codeOf('S02');
    process.env.CARD_KEY = arnOfLocalKey('two');
    setKey(2);
    await issueAgain('S03', 'Kind to everybody.');
    expect([await check(before), await check(await codeOf('S03'))]).toEqual(['1 genuine', '2 genuine']);
    expect(await numbers()).toEqual(['card-1', 'card-2']);
  });

  it('signs under the same number after a restore to a moment before its first card', async () => {
    const lost = await codeOf('S03');
    await forgetPublicKey(2);
    expect(await check(lost)).toBe('2 forged');
    await issueAgain('S04', 'Kind to everybody, always.');
    expect([await check(lost), await check(await codeOf('S04'))]).toEqual(['2 genuine', '2 genuine']);
  });

  it('signs nothing under a number that is another key’s', async () => {
    setKey(1);
    await changeRemark('S11', 'Never signed.');
    expect((await admin.call(termReportsContract.issueReportAgain, again('S11'))).status).toBe(500);
    expect(await numbers()).toEqual(['card-1', 'card-2']);
  });

  it('makes a key in its table where the file names none, and needs that no more where it does', async () => {
    setKey(null);
    await issueAgain('S05', 'Helpful.');
    expect([await check(await codeOf('S05')), await findSecretKeys()]).toEqual(['3 genuine', ['card-key#3']]);
    setKey(4);
    await issueAgain('S06', 'Helpful.');
    expect([await check(await codeOf('S05')), await check(await codeOf('S06'))]).toEqual(['3 genuine', '4 genuine']);
  });
});
