import type { Authenticator } from '#functions/platform/requests/authorize.ts';
import type { Caller } from '#functions/platform/requests/caller.ts';

type Note = Parameters<Authenticator['recordAccessEvent']>[0];

const teacher: Caller = {
  accountId: 'T1',
  role: 'teacher',
  userName: 'mona',
  name: 'Mona Núñez',
  permissions: [],
  sessionHash: 'hash',
};

/** Knows one session cookie, `secret`, and one station's key, and records its calls, for tests of the pipeline. */
export function createFakeAuthenticator(about: Partial<Caller> = {}) {
  const caller = { ...teacher, ...about };
  const notes: Note[] = [];
  const slowed: number[] = [];
  const authenticator: Authenticator = {
    openSession: async (cookie, prefetch) =>
      cookie === 'secret' ? { caller, found: prefetch(caller.accountId) as never } : null,
    openStation: async (key, prefetch) =>
      key === 'G1.secret' ? { caller: { stationId: 'G1', name: 'Main gate' }, found: prefetch('G1') as never } : null,
    slowSession: async (_caller, until) => {
      slowed.push(until);
    },
    csrfKey: async () => 'key',
    recordAccessEvent: async (note) => {
      notes.push(note);
    },
  };
  return { authenticator, notes, slowed };
}
