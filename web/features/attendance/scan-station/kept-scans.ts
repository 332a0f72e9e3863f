import { createStore, promisifyRequest } from 'idb-keyval';
import type { attendanceContract } from '#shared/attendance/contract.ts';
import type { RefusedOutcome } from '#shared/attendance/station-scan.ts';
import type { Output } from '#shared/http/contract.ts';

/** What the server says at the start: whom to expect, and the rules of some days. */
export type StationStart = Output<typeof attendanceContract.stationStart>;

/**
 * A scan as the device's clock told it, UTC. It is kept until the day after it was taken, to know who comes again; one that was refused
 * until it is taken or the office has dismissed it (rule 49).
 */
export interface KeptScan {
  student_id: string;
  at: string;
  /**
   * Milliseconds by which the clock was off when the scan was made: its day and time are decided once, whatever becomes of the clock.
   * Absent until the server was heard.
   */
  off?: number;
  isSent: boolean;
  /** What the server answered, where it could not be taken. Absent of scans that were sent before this was kept. */
  refused?: { outcome: RefusedOutcome; reason: string | null };
}

/** What a station keeps on its device. */
export interface StationStore {
  scans: () => Promise<KeptScan[]>;
  keep: (scans: readonly KeptScan[]) => Promise<void>;
  forget: (scans: readonly KeptScan[]) => Promise<void>;
  start: () => Promise<StationStart | undefined>;
  keepStart: (start: StationStart) => Promise<void>;
}

export const keyOf = ({ student_id, at }: Pick<KeptScan, 'student_id' | 'at'>): string => `scan ${at} ${student_id}`;
const startKey = 'start';

/** In the browser's IndexedDB: what a reload, a crash or a night leaves in place. */
export function browserStore(): StationStore {
  const objects = createStore('formroom.station', 'kept');
  /** Written to the disk before it is said to be kept: a power cut at the gate loses nothing. */
  const write = (put: (store: IDBObjectStore) => void) =>
    objects('readonly', ({ transaction: { db } }) => {
      const transaction = db.transaction('kept', 'readwrite', { durability: 'strict' });
      put(transaction.objectStore('kept'));
      return promisifyRequest<void>(transaction);
    });
  return {
    scans: () => objects('readonly', (store) => promisifyRequest(store.getAll(IDBKeyRange.bound('scan ', 'scan ~')))),
    keep: (scans) =>
      write((store) => {
        for (const scan of scans) store.put(scan, keyOf(scan));
      }),
    forget: (scans) =>
      write((store) => {
        for (const scan of scans) store.delete(keyOf(scan));
      }),
    start: () => objects('readonly', (store) => promisifyRequest(store.get(startKey))),
    keepStart: (start) =>
      write((store) => {
        store.put(start, startKey);
      }),
  };
}

/** In this page's memory, where a browser keeps nothing. */
export function memoryStore(): StationStore {
  const kept = new Map<string, KeptScan>();
  let started: StationStart | undefined;
  return {
    scans: async () => [...kept.values()],
    keep: async (scans) => {
      for (const scan of scans) kept.set(keyOf(scan), scan);
    },
    forget: async (scans) => {
      for (const scan of scans) kept.delete(keyOf(scan));
    },
    start: async () => started,
    keepStart: async (start) => {
      started = start;
    },
  };
}
