import { describe, expect, it } from 'vitest';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import { authRefusals } from '#shared/accounts/wordings.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { chosenPassword, newTeacherForEachTest, temporaryPassword } from '../../../support/callers/new-teacher.ts';
import { executeActionOfTest } from '../../../support/school/records.ts';
import { addAccount, password } from '../../../support/school/small-school.ts';

const { readEmployeeAccount } = authContract;

describe('choosing a password', () => {
  const newcomer = newTeacherForEachTest();
  const { visitor, challenged, change, signIn } = newcomer;

  it('opens no session with a one-time password, only the change', async () => {
    const client = await challenged();
    expect((await client.call(readEmployeeAccount, {})).status).toBe(401);
    const answer = await change(client);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: newcomer.accountId, area: 'staff', password_reset: false },
    });
    expect(client.cookies.has('challenge')).toBe(false);
    expect((await client.call(readEmployeeAccount, { id: newcomer.accountId })).status).not.toBe(401);
    expect([await signIn(temporaryPassword), await signIn(chosenPassword)]).toEqual([401, 200]);
  });

  it('is one password, whether the keyboard writes an accent as a character of its own or not', async () => {
    const [composed, apart] = ['Caf\u00e9 monte-charge 7', 'Cafe\u0301 monte-charge 7'];
    expect(await change(await challenged(), { password: apart })).toMatchObject({ status: 200 });
    expect([await signIn(composed), await signIn(apart)]).toEqual([200, 200]);
  });

  it('takes a challenge once, also when asked many times at once', async () => {
    const client = await challenged();
    const secret = client.cookies.get('challenge') ?? '';
    const clients = await Promise.all(Array.from({ length: 6 }, visitor));
    for (const one of clients) one.cookies.set('challenge', secret);
    const answers = await Promise.all(clients.map((one, index) => change(one, { password: `Choice-number-${index}` })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    expect((await change(client)).status).toBe(401);
  });

  it('takes a challenge for five minutes', async () => {
    const inTime = await challenged();
    newcomer.passMinutes(4.9);
    expect((await change(inTime, { password: 'short' })).status).toBe(422);
    newcomer.passMinutes(0.2);
    expect((await change(inTime)).status).toBe(401);
    expect(await signIn(temporaryPassword)).toBe(200);
  });

  it('refuses a name that is not the challenge’s, and a challenge that nobody gave', async () => {
    const client = await challenged();
    for (const other of ['mona', 'nobody']) expect((await change(client, { name: other })).status).toBe(403);
    const stranger = await visitor();
    expect((await change(stranger)).status).toBe(401);
    stranger.cookies.set('challenge', 'c'.repeat(43));
    expect((await change(stranger)).status).toBe(401);
    expect(await signIn(chosenPassword)).toBe(401);
    expect((await change(client, { name: newcomer.name.toUpperCase() })).status).toBe(200);
  });

  const short = 'At least 10 characters.';
  const named = 'Without your user name and the name of the school.';
  const guessed = 'Not easy to guess: a few words that do not belong together, or what a password manager makes.';
  it.each([
    { weak: 'Short-1', messages: [short] },
    { weak: ' Space-before-1', messages: ['No space at the beginning or end.'] },
    { weak: `Too-long-1${'x'.repeat(119)}`, messages: ['At most 128 characters.'] },
    { weak: 'my Northgate 17 days', messages: [named] },
    { weak: 'password1234', messages: [guessed] },
    { weak: 'P@ssw0rd1234', messages: [guessed] },
    { weak: 'qwertyuiop12', messages: [guessed] },
    { weak: 'liverpool1892', messages: [guessed] },
    { weak: 'aaaaaaaaaaaaaaaaaaaa', messages: [guessed] },
    { weak: 'zaq12wsxcde3', messages: [guessed] },
    { weak: '', messages: ['Required.'] },
  ])('says by field that "$weak" is weak, and the challenge stays', async ({ weak, messages }) => {
    const client = await challenged();
    const refused = await change(client, { password: weak });
    expect(refused.status).toBe(422);
    expect(refused.error?.fields).toEqual({ password: messages });
    expect((await change(client)).status).toBe(200);
  });

  it('refuses a password with the user name inside, however it is written, and says everything that is wrong', async () => {
    const client = await challenged();
    const { name } = newcomer;
    const inside = await change(client, { password: `${name.toUpperCase().split('').join('-')} and 17 more` });
    expect(inside.error?.fields).toEqual({ password: [named] });
    const both = await change(client, { password: `${name}!` });
    expect(both.error?.fields).toEqual({ password: [short, named] });
  });

  it.each([
    'all small letters here',
    'kxv92mmwpq',
    '7240 1983 5568 0271',
    'ünï-çödé wörter',
    '雨の日に傘をさすひとり',
  ])('asks for no kind of character: takes "%s"', async (good) => {
    expect((await change(await challenged(), { password: good })).status).toBe(200);
    expect(await signIn(good)).toBe(200);
  });

  it.each(['Admin', 'PTA'] as const)('asks twelve characters of %s', async (role) => {
    const userName = `office${newcomer.number}`;
    await addAccount({
      accountId: `O${newcomer.number}`,
      role,
      userName,
      name: 'Olga Office',
      permissions: [],
      temporaryPassword,
    });
    const client = await visitor();
    await client.call(authContract.login, { name: userName, password: temporaryPassword });
    const eleven = await change(client, { name: userName, password: 'kxv92mmwpq7' });
    expect(eleven.error?.fields).toEqual({ password: ['At least 12 characters.'] });
    expect((await change(client, { name: userName, password: 'kxv92mmwpq7d' })).status).toBe(200);
  });

  it('lets a password from before the rule go on working', async () => {
    const userName = `old${newcomer.number}`;
    await addAccount({ accountId: `L${newcomer.number}`, role: 'Admin', userName, name: 'Old Hand' });
    const client = await new TestClient(newcomer.url()).signIn(userName, password);
    const own = { name: userName, current_password: password };
    const poor = await change(client, { ...own, password: 'Password123!' });
    expect(poor.error?.fields).toEqual({ password: [guessed] });
    expect((await change(client, { ...own, password: 'staple-tree-nine-9' })).status).toBe(200);
  });

  it('ends a challenge when the account is disabled or reset meanwhile', async () => {
    const disabled = await challenged();
    await executeActionOfTest(AccountEntity.update({ accountId: newcomer.accountId }, { set: { isDisabled: true } }));
    expect((await change(disabled)).status).toBe(401);
    await executeActionOfTest(AccountEntity.update({ accountId: newcomer.accountId }, { set: { isDisabled: false } }));
    newcomer.passMinutes(1);
    await executeActionOfTest(
      AccountEntity.update({ accountId: newcomer.accountId }, { set: { sessionsValidFrom: new Date().toISOString() } }),
    );
    expect((await change(disabled)).status).toBe(401);
    expect(await signIn(temporaryPassword)).toBe(200);
  });

  it('changes the password of somebody signed in who knows the current one, and ends the other sessions', async () => {
    await change(await challenged());
    newcomer.passMinutes(1);
    const here = await new TestClient(newcomer.url()).signIn(newcomer.name, chosenPassword);
    const elsewhere = await new TestClient(newcomer.url()).signIn(newcomer.name, chosenPassword);
    newcomer.passMinutes(1);

    const missing = await change(here, { password: 'Another-choice-1' });
    expect(missing).toMatchObject({ status: 422, error: { fields: { current_password: ['Required.'] } } });
    const wrong = await change(here, { password: 'Another-choice-1', current_password: temporaryPassword });
    expect(wrong.error?.fields).toEqual({ current_password: [authRefusals.currentPasswordWrong] });
    const others = await change(here, { name: 'mona', password: 'Another-choice-1', current_password: password });
    expect(others.status).toBe(403);
    expect((await elsewhere.call(readEmployeeAccount, { id: newcomer.accountId })).status).not.toBe(401);

    const before = here.cookies.get('session');
    const answer = await change(here, { password: 'Another-choice-1', current_password: chosenPassword });
    expect(answer.status).toBe(200);
    expect(here.cookies.get('session')).not.toBe(before);
    expect((await here.call(readEmployeeAccount, { id: newcomer.accountId })).status).not.toBe(401);
    expect((await elsewhere.call(readEmployeeAccount, { id: newcomer.accountId })).status).toBe(401);
    expect([await signIn(chosenPassword), await signIn('Another-choice-1')]).toEqual([401, 200]);
  });

  it('refuses the password that one has, and lets one choose again', async () => {
    const client = await challenged();
    const same = {
      status: 422,
      error: { fields: { password: [authRefusals.samePassword] } },
    };
    expect(await change(client, { password: temporaryPassword })).toMatchObject(same);
    expect((await change(client)).status).toBe(200);
    newcomer.passMinutes(1);
    expect(await change(client, { password: chosenPassword, current_password: chosenPassword })).toMatchObject(same);
    expect(await signIn(chosenPassword)).toBe(200);
  });
});
