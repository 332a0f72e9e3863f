import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordsOfTable } from '#functions/options/oneroster/school-as-records/records.ts';
import {
  changesSince,
  knowsSince,
  momentOfSnapshot,
  type RowsOfTables,
  recordsOf,
  type Snapshot,
  takeSnapshot,
} from '#functions/options/oneroster/snapshots/snapshot.ts';
import { packSnapshot, unpackSnapshot } from '#functions/options/oneroster/snapshots/snapshot-as-bytes.ts';

const user = (sourcedId: string, familyName: string): RecordsOfTable['users'] => ({
  sourcedId,
  status: 'active',
  dateLastModified: null,
  enabledUser: true,
  username: sourcedId,
  givenName: 'Kit',
  familyName,
  middleName: 'Zoë',
  identifier: sourcedId,
  grades: ['1'],
  primaryOrgSourcedId: 'school',
});
const result = (score: number, of: Pick<RecordsOfTable['results'], 'scoreDate' | 'supposes'>) => ({
  sourcedId: 'r1',
  status: 'active' as const,
  dateLastModified: null,
  lineItemSourcedId: 'l1',
  studentSourcedId: 's1',
  scoreStatus: 'fully graded' as const,
  score,
  textScore: null,
  classSourcedId: 'c1',
  inProgress: false,
  missing: false,
  ...of,
});

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 6));
const people = (previous: Snapshot | null, rows: RowsOfTables, at: Date) =>
  takeSnapshot(previous, rows, { part: 'people', readAt: at, at });
const namesOf = (snapshot: Snapshot) =>
  recordsOf(snapshot, 'users').map(({ sourcedId, familyName, status, dateLastModified }) =>
    [sourcedId, familyName, status, dateLastModified.slice(8, 10)].join(' '),
  );

describe('a snapshot of the school', () => {
  it('has the moment of the reading that first saw a record so, and keeps it', () => {
    const first = people(null, { users: [user('a', 'Bell'), user('b', 'Cruz')] }, day(1));
    const second = people(first, { users: [user('a', 'Bell'), user('b', 'Dean')] }, day(2));
    expect(namesOf(second)).toEqual(['a Bell active 01', 'b Dean active 02']);
    const third = people(second, { users: [user('b', 'Dean'), user('a', 'Bell')] }, day(3));
    expect(namesOf(third)).toEqual(['b Dean active 02', 'a Bell active 01']);
    expect(changesSince(third, 'users', second.takenAt)).toEqual([]);
    expect(changesSince(third, 'users', first.takenAt).map(({ sourcedId }) => sourcedId)).toEqual(['b']);
  });

  it('has what has gone as deleted for two weeks, and of a person no more than the standard asks', () => {
    const first = people(null, { users: [user('a', 'Bell'), user('b', 'Cruz')] }, day(1));
    const second = people(first, { users: [user('a', 'Bell')] }, day(2));
    expect(namesOf(second)).toEqual(['a Bell active 01', 'b Cruz tobedeleted 02']);
    const [, gone] = recordsOf(second, 'users');
    expect([gone?.middleName, gone?.identifier, gone?.grades]).toEqual([null, null, []]);
    expect(gone).toMatchObject({ enabledUser: true, username: 'b', givenName: 'Kit', primaryOrgSourcedId: 'school' });
    const late = people(second, { users: [user('a', 'Bell')] }, day(16));
    expect(namesOf(late)).toEqual(['a Bell active 01', 'b Cruz tobedeleted 02']);
    expect(namesOf(people(late, { users: [user('a', 'Bell')] }, day(17)))).toEqual(['a Bell active 01']);
  });

  it('is new of one that comes back', () => {
    const first = people(null, { users: [user('a', 'Bell')] }, day(1));
    const away = people(first, {}, day(2));
    expect(namesOf(people(away, { users: [user('a', 'Bell')] }, day(3)))).toEqual(['a Bell active 03']);
  });

  it('keeps a supposed day while nothing else changes, and takes a known one', () => {
    const of = (score: number, date: Pick<RecordsOfTable['results'], 'scoreDate' | 'supposes'>) => ({
      results: [result(score, date)],
    });
    const marks = (previous: Snapshot | null, rows: RowsOfTables, at: Date) =>
      takeSnapshot(previous, rows, { part: 'marks', readAt: at, at });
    const supposed = { supposes: 'scoreDate' } as const;
    const first = marks(null, of(50, { scoreDate: '2026-01-01', ...supposed }), day(1));
    // The next process reads it from the bucket.
    const read = unpackSnapshot(packSnapshot(first), 'marks');
    const second = marks(read, of(50, { scoreDate: '2026-01-02', ...supposed }), day(2));
    expect(recordsOf(second, 'results')).toMatchObject([{ scoreDate: '2026-01-01', dateLastModified: first.takenAt }]);
    const third = marks(second, of(60, { scoreDate: '2026-01-03', ...supposed }), day(3));
    expect(recordsOf(third, 'results')).toMatchObject([{ scoreDate: '2026-01-03', dateLastModified: third.takenAt }]);
    const fourth = marks(third, of(60, { scoreDate: '2025-12-12' }), day(4));
    expect(recordsOf(fourth, 'results')).toMatchObject([{ scoreDate: '2025-12-12', dateLastModified: fourth.takenAt }]);
  });

  it('has moments that never go back, whatever the clock of the next process says', () => {
    const first = people(null, {}, momentOfSnapshot(day(2)));
    const at = momentOfSnapshot(day(1), first);
    expect(at.toISOString()).toBe('2026-01-02T06:00:02.001Z');
    expect(momentOfSnapshot(day(3), first, null).toISOString()).toBe('2026-01-03T06:00:02.000Z');
  });

  it('knows changes neither from before it began nor from longer ago than it has what has gone', () => {
    const first = people(null, {}, day(1));
    const later = people(first, {}, day(12));
    expect(knowsSince(later, day(1).toISOString())).toBe(true);
    expect(knowsSince(later, new Date(day(1).getTime() - 1).toISOString())).toBe(false);
    const muchLater = people(later, {}, day(20));
    expect(knowsSince(muchLater, day(12).toISOString())).toBe(true);
    expect(knowsSince(muchLater, day(5).toISOString())).toBe(false);
    expect(knowsSince(people(null, {}, day(20)), day(12).toISOString())).toBe(false);
  });

  it('lets another system that takes changes alone, whenever it asks, have what the school has', () => {
    const school = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('Bell', 'Cruz')), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(school, fc.boolean()), { minLength: 1, maxLength: 12 }), (days) => {
        let snapshot: Snapshot | null = null;
        let asked: string | undefined;
        const other = new Map<string, string>();
        for (const [index, [there, asks]] of days.entries()) {
          snapshot = people(snapshot, { users: there.map(([id, name]) => user(id, name)) }, day(index + 1));
          // As every other process finds it.
          snapshot = unpackSnapshot(packSnapshot(snapshot), 'people');
          if (!snapshot || !asks) continue;
          for (const one of asked === undefined
            ? recordsOf(snapshot, 'users')
            : changesSince(snapshot, 'users', asked)) {
            if (one.status === 'active') other.set(one.sourcedId, one.familyName);
            else other.delete(one.sourcedId);
          }
          asked = snapshot.takenAt;
          expect([...other].sort()).toEqual([...there].sort());
        }
      }),
    );
  });
});

describe('a snapshot as it is kept', () => {
  const snapshot = people(null, { users: [user('a', 'Bell')] }, day(1));

  it('is read as it was written', () => {
    expect(unpackSnapshot(packSnapshot(snapshot), 'people')).toEqual({
      ...snapshot,
      tables: expect.objectContaining({ users: [expect.objectContaining({ ...recordsOf(snapshot, 'users')[0] })] }),
    });
  });

  it.each([
    ['cut off', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 20)],
    ['empty', () => new Uint8Array()],
    ['of another kind', () => gzipSync('[]')],
    ['of another format', (bytes: Uint8Array) => gzipSync(`${gunzipSync(bytes)}`.replace('"format":1', '"format":2'))],
    ['without a moment', (bytes: Uint8Array) => gzipSync(`${gunzipSync(bytes)}`.replace('"takenAt"', '"other"'))],
    ['with other columns', (bytes: Uint8Array) => gzipSync(`${gunzipSync(bytes)}`.replace('"Kit",', ''))],
  ])('is nothing where it is %s', (_, spoil) => {
    expect(unpackSnapshot(spoil(packSnapshot(snapshot)), 'people')).toBeNull();
  });
});
