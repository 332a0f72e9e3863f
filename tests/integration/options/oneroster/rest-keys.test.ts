import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RosterTokenEntity } from '#functions/options/oneroster/keys/roster-keys.ts';
import { listAuditTrail } from '#functions/platform/table/audit.ts';
import { school as file } from '#functions/school/records/school.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { reportsContract } from '#shared/reports/contract.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { collectLog } from '../../../support/log-lines.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { readTableContent } from '../../../support/school/table-content.ts';
import { makeKeyOf, programOf, RosterProgram, scope } from './rest-client.ts';

const { listRosterKeys, addRosterKey, endRosterKey } = onerosterContract;

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  office = await clientOfAccount(school.url, 'A1');
});
afterAll(() => school.stop());

const asBasic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const credentials = { grant_type: 'client_credentials' };

describe('a key for another system', () => {
  it('is made by somebody who manages administrators, and shows its secret once', async () => {
    const { id, secret } = await makeKeyOf(office, ['people', 'marks'], '  Library ');
    expect(secret).toHaveLength(43);
    const { body: listed } = await office.call(listRosterKeys, {});
    expect(listed.keys.find((key) => key.id === id)).toMatchObject({
      name: 'Library',
      reads: ['people', 'marks'],
      made_by: 'Ada Office',
      last_used: null,
      ended_at: null,
      readings: [],
    });
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(JSON.stringify([...(await readTableContent())])).not.toContain(secret);
    expect((await listAuditTrail(`roster-key#${id}`)).map(({ accountId, changes }) => [accountId, changes])).toEqual([
      [
        'A1',
        [
          { field: 'key', before: null, after: 'Library' },
          { field: 'may read', before: null, after: 'people, marks' },
        ],
      ],
    ]);
  });

  it('reaches the operators as a heavy act, without its secret', async () => {
    const lines = collectLog();
    onTestFinished(() => void vi.restoreAllMocks());
    const { secret } = await makeKeyOf(office, ['people']);
    expect(lines.filter(({ message }) => message === 'heavy act')).toEqual([
      expect.objectContaining({ act: 'add-roster-key', account: 'A1' }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('needs a name of one line and something to read, which the school gives out', async () => {
    const add = async (body: object) => {
      const sent = { method: 'POST', path: '/api/oneroster-keys', body: JSON.stringify(body) } as const;
      return (await office.send(sent)).status;
    };
    for (const name of ['', '   ', 'x'.repeat(41), 'two\nlines', null])
      expect(await add({ name, reads: ['people'] })).toBe(422);
    for (const reads of [[], ['everything'], 'people', null]) expect(await add({ name: 'Library', reads })).toBe(422);
    const before = file().optionSettings;
    onTestFinished(() => {
      file().optionSettings = before;
    });
    file().optionSettings = { ...before, oneroster: { demographics: false } };
    expect(await add({ name: 'Library', reads: ['demographics'] })).toBe(422);
    expect((await office.call(listRosterKeys, {})).body.parts).toEqual(['people', 'marks']);
    file().optionSettings = { ...before, oneroster: { demographics: true } };
    expect(await add({ name: 'Library', reads: ['demographics'] })).toBe(200);
  });

  it('is not made in a school without an address of its own', async () => {
    vi.stubEnv('SITE_ADDRESS', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await office.call(addRosterKey, { name: 'Library', reads: ['people'] })).status).toBe(409);
  });

  it('is made once, however often the request is repeated', async () => {
    const input = { name: 'Twice', reads: ['people' as const] };
    const options = { 'Idempotency-Key': '7c8f1f3e-5a58-4f0a-9d7c-1f6d3b0a2c11' };
    expect((await office.call(addRosterKey, input, options)).status).toBe(200);
    expect((await office.call(addRosterKey, input, options)).status).toBe(409);
    const { keys } = (await office.call(listRosterKeys, {})).body;
    expect(keys.filter(({ name }) => name === 'Twice')).toHaveLength(1);
  });

  it('is ended at once with its tokens, for good, and ending it twice is the same as once', async () => {
    const { id, secret } = await makeKeyOf(office, ['people'], 'Canteen');
    const program = new RosterProgram(school.url);
    const form = { ...credentials, client_id: id, client_secret: secret };
    program.token = (await program.askForToken(form)).body.access_token;
    expect((await program.read('rostering/v1p2/orgs')).status).toBe(200);
    const ended = await office.call(endRosterKey, { id });
    expect(ended.body.ended_at).not.toBeNull();
    expect((await program.read('rostering/v1p2/orgs')).status).toBe(401);
    expect((await program.askForToken(form)).body.error).toBe('invalid_client');
    expect((await office.call(endRosterKey, { id })).body.ended_at).toBe(ended.body.ended_at);
    expect((await office.call(endRosterKey, { id: 'NOBODY' })).status).toBe(404);
    expect(await listAuditTrail(`roster-key#${id}`)).toHaveLength(3);
  });

  it('says when it was last used, and what was read with it', async () => {
    const program = await programOf(school.url, office, ['people']);
    await program.read('rostering/v1p2/orgs');
    await program.read('rostering/v1p2/students', { limit: '2' });
    await program.read('rostering/v1p2/students', { limit: '2', offset: '2' });
    const [id] = program.token.split('.');
    const key = (await office.call(listRosterKeys, {})).body.keys.find((one) => one.id === id);
    expect(Date.now() - Date.parse(key?.last_used ?? '')).toBeLessThan(60_000);
    expect(key?.readings).toEqual([
      { list: 'rostering/students', requests: 2, records: 4 },
      { list: 'rostering/orgs', requests: 1, records: 1 },
    ]);
    // A line an hour and list, not one a page.
    const rows = (await listAuditTrail(`roster-key#${id}`)).filter(({ accountId }) => accountId === `key.${id}`);
    expect(rows.map(({ name, changes: [change] }) => [name, change?.after]).sort()).toEqual([
      ['Library', 'rostering/orgs'],
      ['Library', 'rostering/students'],
    ]);
  });

  it('has its lines in the office log', async () => {
    const { id } = await makeKeyOf(office, ['people'], 'Transport');
    await office.call(endRosterKey, { id });
    const month = new Date().toISOString().slice(0, 7);
    const { body } = await office.call(reportsContract.readOfficeLog, { month, kind: 'files' });
    const says = body.lines.map((line) => line.says);
    expect(says).toEqual(expect.arrayContaining(['Made a key for Transport.', 'Ended the key of Transport.']));
    expect(says).toContain('Read rostering/students with its key.');
  });
});

describe('the token endpoint', () => {
  it('gives a token of an hour for id and secret, in the header or in the body', async () => {
    const { id, secret } = await makeKeyOf(office, ['people']);
    const program = new RosterProgram(school.url);
    const byHeader = await program.askForToken(credentials, asBasic(id, secret));
    const byBody = await program.askForToken({ ...credentials, client_id: id, client_secret: secret });
    for (const answer of [byHeader, byBody]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: `${scope('roster-core.readonly')} ${scope('roster.readonly')}`,
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('pragma')).toBe('no-cache');
    }
    expect(byHeader.body.access_token).not.toBe(byBody.body.access_token);
    expect(JSON.stringify([...(await readTableContent())])).not.toContain(byHeader.body.access_token.split('.')[1]);
  });

  it('gives the scopes that are asked for and held, and says which', async () => {
    const { id, secret } = await makeKeyOf(office, ['people']);
    const program = new RosterProgram(school.url);
    const ask = (scopes: string) => program.askForToken({ ...credentials, scope: scopes }, asBasic(id, secret));
    expect((await ask(scope('roster.readonly'))).body.scope).toBe(scope('roster.readonly'));
    const more = `${scope('gradebook.createput')} ${scope('roster-core.readonly')} ${scope('gradebook.readonly')}`;
    expect((await ask(more)).body.scope).toBe(scope('roster-core.readonly'));
    for (const none of [scope('gradebook.readonly'), 'roster.readonly', 'a"b', `  ${scope('roster.readonly')}`])
      expect([(await ask(none)).status, (await ask(none)).body.error], none).toEqual([400, 'invalid_scope']);
  });

  it('refuses a wrong id, a wrong secret and none alike, with 401', async () => {
    const { id, secret } = await makeKeyOf(office, ['people']);
    const program = new RosterProgram(school.url);
    const refused = [
      await program.askForToken(credentials, asBasic(id, `${secret}x`)),
      await program.askForToken(credentials, asBasic('nobody', secret)),
      await program.askForToken(credentials, asBasic(id, '')),
      await program.askForToken(credentials, { Authorization: 'Basic %%%' }),
      await program.askForToken(credentials, { Authorization: `Bearer ${secret}` }),
    ];
    for (const { status, headers, body } of refused) {
      expect([status, body]).toEqual([401, refused[0]?.body]);
      expect(body.error).toBe('invalid_client');
      expect(headers.get('www-authenticate')).toBe('Basic realm="OneRoster"');
    }
    const byBody = await program.askForToken({ ...credentials, client_id: id, client_secret: 'wrong' });
    expect([byBody.status, byBody.body.error, byBody.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_client',
      null,
    ]);
    expect((await program.askForToken(credentials)).body.error).toBe('invalid_client');
  });

  it('refuses other grants, and requests that are none', async () => {
    const { id, secret } = await makeKeyOf(office, ['people']);
    const program = new RosterProgram(school.url);
    const client = { client_id: id, client_secret: secret };
    const errorOf = async (...of: Parameters<RosterProgram['askForToken']>) => {
      const { status, body } = await program.askForToken(...of);
      return [status, body.error];
    };
    for (const grant_type of ['password', 'authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS'])
      expect(await errorOf({ ...client, grant_type }), grant_type).toEqual([400, 'unsupported_grant_type']);
    expect(await errorOf(client)).toEqual([400, 'invalid_request']);
    expect(await errorOf({ ...client, ...credentials }, asBasic(id, secret))).toEqual([400, 'invalid_request']);
    const twice = `grant_type=client_credentials&grant_type=client_credentials&client_id=${id}&client_secret=${secret}`;
    expect(await errorOf(twice)).toEqual([400, 'invalid_request']);
    expect(await errorOf('{}', { 'Content-Type': 'application/json' })).toEqual([400, 'invalid_request']);
    expect((await program.askForToken('x'.repeat(5000))).status).toBe(400);
    const byGet = await program.send('/ims/oauth2/token');
    expect([byGet.status, byGet.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a token', () => {
  it('ends after its hour', async () => {
    const program = await programOf(school.url, office, ['people']);
    const [keyId = ''] = program.token.split('.');
    const [token] = await RosterTokenEntity.query({ keyId });
    if (!token) throw new Error('There is no token.');
    await executeActionOfTest(RosterTokenEntity.put({ ...token, endsAt: new Date(Date.now() - 1000).toISOString() }));
    expect((await program.read('rostering/v1p2/orgs')).status).toBe(401);
  });

  it('is not another key’s, and nothing of a session opens what it opens', async () => {
    const program = await programOf(school.url, office, ['people']);
    const other = await programOf(school.url, office, ['people']);
    const [own] = program.token.split('.');
    const [, secret] = other.token.split('.');
    const wrong = ['', 'x', `${own}.`, `${own}.${secret}`, `${own}.${secret}.x`, `.${secret}`, 'a b'];
    for (const token of wrong) {
      const { status, headers, body } = await program.send('/ims/oneroster/rostering/v1p2/orgs', {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(status, token).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="OneRoster"');
      expect(body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue).toBe('unauthorisedrequest');
    }
    const bySession = await office.send({ method: 'GET', path: '/ims/oneroster/rostering/v1p2/orgs' });
    expect(bySession.status).toBe(401);
    // Nor does a token open what an account does.
    const asOffice = await program.send('/api/students', { headers: { Authorization: `Bearer ${program.token}` } });
    expect(asOffice.status).toBe(401);
  });

  it('is slowed with its key, and so is who has none', async () => {
    const program = await programOf(school.url, office, ['people']);
    vi.stubEnv('CALL_PACE', 'tenth');
    onTestFinished(() => void vi.unstubAllEnvs());
    const statuses: number[] = [];
    for (let call = 0; call < 20; call++) statuses.push((await program.read('rostering/v1p2/orgs')).status);
    expect(statuses.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 200));
    const slowed = await program.read('rostering/v1p2/orgs');
    expect(slowed.status).toBe(429);
    // Ten seconds from the first of them: a busy machine may have used some.
    expect(slowed.headers.get('retry-after')).toMatch(/^([1-9]|10)$/);
    expect(slowed.body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue).toBe('server_busy');
    program.token = 'none';
    const strangers: number[] = [];
    for (let call = 0; call < 70; call++) strangers.push((await program.read('rostering/v1p2/orgs')).status);
    expect(strangers.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});
