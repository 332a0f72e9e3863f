import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '#functions/platform/requests/caller.ts';
import { AccountEntity } from '#functions/sessions/accounts.ts';
import { eventStreamType, isStateChangingCall, menuKeys, type Role } from '#shared/http/contract.ts';
import { errorBody } from '#shared/http/error-body.ts';
import { allCalls } from '#shared/product.ts';
import { type CallWithExample, callsWithExamples } from '../support/callers/call-examples.ts';
import {
  clientOfAccount,
  clientWithoutSession,
  restoreAccountAccess,
  type SessionlessKind,
  sessionlessKinds,
} from '../support/callers/callers.ts';
import type { ClientAnswer, TestClient } from '../support/callers/client.ts';
import { executeActionOfTest } from '../support/school/records.ts';
import { listChangesSince, saveTableForRestore } from '../support/school/table-content.ts';
import { fieldPathsOfAnswer } from './answer-fields.ts';
import { accountsOfColumn, anAllowedAccount, type Cell, type Right, rights, shownFields } from './rights-table.ts';
import { type SchoolOfRights, startSchoolOfRights } from './school-of-rights.ts';

const editing: Permission = { menu: 'termReports', action: 'editTermReports' };
const managing: Permission = { menu: 'employees', action: 'manageAdmins' };
const erasing: Permission = { menu: 'students', action: 'eraseStudents' };
/** The cells that ask for an action besides the menu. */
const actions: Partial<Record<Cell, Permission>> = { editing, managing, erasing };
const everything: Permission[] = [...menuKeys.map((menu) => ({ menu, action: null })), editing, managing, erasing];

/** A caller: an account, as which it is counted, and for an Admin the permission list at that moment. */
interface Attempt {
  who: string;
  accountId: string;
  role: Role;
  permissions?: readonly Permission[];
  isLetIn: boolean;
}

const entryOf = (right: Right): CallWithExample | undefined =>
  callsWithExamples.find(({ call }) => `${call.method} ${call.path}` === right.call);

/** Everybody signed in, and whether the line lets them in. */
function attemptsOf(right: Right): Attempt[] {
  const columns = ['Own teacher', 'Form teacher', 'Dean', 'Senior post', 'Other teachers', 'PTA', 'Student'] as const;
  const plain = columns.flatMap((column) =>
    accountsOfColumn[column].map((accountId) => ({
      who: `${column} ${accountId}`,
      accountId,
      role: column === 'PTA' ? ('PTA' as const) : column === 'Student' ? ('student' as const) : ('teacher' as const),
      isLetIn: right.cells[column] !== '–',
    })),
  );
  return [...plain, ...attemptsOfAdmin(right.cells.Admin, right)];
}

/**
 * An Admin with each of the menus alone, and with all the others. Who needs no menu has none; who may not has
 * everything.
 */
function attemptsOfAdmin(cell: Cell, { menus }: Right): Attempt[] {
  const admin = { accountId: 'A1', role: 'Admin' as const };
  const who = (with_: string) => ({ ...admin, who: `Admin with ${with_}` });
  if (cell === '–') return [{ ...who('everything'), permissions: everything, isLetIn: false }];
  const action = actions[cell];
  if (menus.length === 0) return [{ ...who('nothing'), permissions: [], isLetIn: true }];
  return [
    { ...who('the other menus'), permissions: everything.filter(({ menu }) => !menus.includes(menu)), isLetIn: false },
    ...menus.map((menu) => ({
      ...who(menu),
      permissions: [{ menu, action: null }],
      isLetIn: action === undefined,
    })),
    ...(action ? [{ ...who(String(action.action)), permissions: [action], isLetIn: true }] : []),
  ];
}

/** Nobody, and one way in which a session is over: each line another, for all pass the same door. */
function signedOutKinds(right: Right): SessionlessKind[] {
  const [anonymous, ...over] = sessionlessKinds;
  const other = over[rights.indexOf(right) % over.length];
  return other === undefined ? [anonymous] : [anonymous, other];
}

/** Those of stations are in stations.test.ts. */
const callsOfPeople = allCalls.filter(({ call }) => call.who !== 'station');

describe('every call of the contracts', () => {
  it.each(callsOfPeople)('has a line in rights.md and one among the answers: $call.method $call.path', ({ call }) => {
    const title = `${call.method} ${call.path}`;
    expect(rights.filter((right) => right.title === title)).toHaveLength(1);
    expect(shownFields.filter((line) => line.call === title)).not.toEqual([]);
  });

  it('is all that rights.md speaks of', () => {
    const calls = new Set(callsOfPeople.map(({ call }) => `${call.method} ${call.path}`));
    expect(rights.filter((right) => !calls.has(right.call)).map(({ title }) => title)).toEqual([]);
    expect(shownFields.filter((line) => !calls.has(line.call)).map(({ call }) => call)).toEqual([]);
    expect(new Set(rights.map(({ title }) => title)).size).toBe(rights.length);
  });
});

describe('rights.md is what the server does:', () => {
  let school: SchoolOfRights;
  /** Sessions that are kept while their owners are refused. */
  const kept = new Map<string, TestClient>();

  beforeAll(async () => {
    school = await startSchoolOfRights();
  });
  afterAll(() => school.school.stop());

  const url = () => school.school.url;
  async function keptClient(accountId: string): Promise<TestClient> {
    const client = kept.get(accountId) ?? (await clientOfAccount(url(), accountId));
    kept.set(accountId, client);
    return client;
  }

  async function ask(client: TestClient, right: Right, entry: CallWithExample): Promise<ClientAnswer<unknown>> {
    const input = school.inputs.get(right.title) ?? entry.input;
    const answer = await client.call(entry.call, input as never);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    if (answer.status !== 200) {
      expect(errorBody.safeParse(answer.body).success).toBe(true);
      expect(answer.error?.message[0]).not.toBe('');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    return answer;
  }

  async function askAs(attempt: Attempt, client: TestClient, right: Right, entry: CallWithExample) {
    if (attempt.permissions) await setPermissions(attempt.permissions);
    return ask(client, right, entry);
  }

  async function setPermissions(permissions: readonly Permission[]): Promise<void> {
    await executeActionOfTest(AccountEntity.update({ accountId: 'A1' }, { set: { permissions: [...permissions] } }));
  }

  /** The statuses that people without a session get. */
  async function askSignedOut(right: Right, entry: CallWithExample): Promise<Record<string, number>> {
    const accountId = anAllowedAccount(right);
    const statuses: Record<string, number> = {};
    for (const kind of signedOutKinds(right)) {
      try {
        const client = await clientWithoutSession(url(), kind, accountId);
        statuses[kind] = (await ask(client, right, entry)).status;
      } finally {
        await restoreAccountAccess(accountId);
      }
    }
    return statuses;
  }

  // A student signs in before the office resets the password: the identity store is not put back between two lines.
  const isSignIn = ({ title }: Right) => title === 'POST /api/student-login';
  const inOrder = [...rights.filter(isSignIn), ...rights.filter((right) => !isSignIn(right))];
  it.each(inOrder)('$title', async (right) => {
    const entry = entryOf(right) as CallWithExample;
    expect(entry, `${right.call} is not in the contracts`).toBeDefined();
    const authorize = school.inputs.has(right.title)
      ? (school.outcomes.get(right.title) ?? 200)
      : (entry.example.outcome ?? 200);
    const attempts = attemptsOf(right);
    await setPermissions(everything);
    const putBack = await saveTableForRestore();

    // Who is refused, first: nothing may be stored.
    const isOpen = right.cells['Signed out'] === 'yes';
    const refused = attempts.filter((attempt) => !attempt.isLetIn);
    const statuses: Record<string, number> = {};
    if (!isOpen) Object.assign(statuses, await askSignedOut(right, entry));
    for (const attempt of refused) {
      statuses[attempt.who] = (await askAs(attempt, await keptClient(attempt.accountId), right, entry)).status;
    }
    if (isStateChangingCall(entry.call)) {
      const client = await clientOfAccount(url(), anAllowedAccount(right));
      await setPermissions(everything);
      client.cookies.delete('XSRF-TOKEN');
      statuses['without a CSRF token'] = (await ask(client, right, entry)).status;
    }
    await setPermissions(everything);
    const storedByRefused = await listChangesSince(putBack.content);

    const unexpectedFields: string[] = [];
    for (const attempt of attempts.filter(({ isLetIn }) => isLetIn)) {
      const answer = await askAs(attempt, await clientOfAccount(url(), attempt.accountId), right, entry);
      statuses[attempt.who] = answer.status;
      if (answer.status === 200) {
        const allowed = fieldsShownTo(right.call, attempt.role);
        const extra = fieldPathsOfAnswer(bodyOf(answer, entry)).filter((field) => !allowed.has(field));
        unexpectedFields.push(...extra.map((field) => `${attempt.who}: ${field}`));
      }
      if (isStateChangingCall(entry.call)) await putBack();
    }
    if (isOpen) Object.assign(statuses, await askSignedOut(right, entry));
    if (isOpen || !isStateChangingCall(entry.call)) await putBack();

    expect(statuses).toEqual({
      ...Object.fromEntries(signedOutKinds(right).map((kind) => [kind, isOpen ? authorize : 401])),
      ...Object.fromEntries(attempts.map(({ who, isLetIn }) => [who, isLetIn ? authorize : 403])),
      ...(isStateChangingCall(entry.call) ? { 'without a CSRF token': 419 } : {}),
    });
    expect(storedByRefused).toEqual([]);
    expect(unexpectedFields).toEqual([]);
  });
});

/** The paths that an account of this kind may see; `x.any` allows whatever is inside x. */
function fieldsShownTo(call: string, role: Role): { has: (field: string) => boolean } {
  const lines = shownFields.filter((line) => line.call === call && line.roles.includes(role));
  const fields = new Set(lines.flatMap((line) => [...line.fields]));
  return { has: (field) => fields.has(field) || fields.has(field.replace(/\.[^.]+$/, '.any')) };
}

/** The JSON of an answer, or its events. */
function bodyOf(answer: ClientAnswer<unknown>, { call }: CallWithExample): unknown {
  if (call.produces !== eventStreamType) return answer.body;
  const text = new TextDecoder().decode(answer.bytes);
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
}
