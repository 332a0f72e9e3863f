import { createStore, promisifyRequest } from 'idb-keyval';
import type { Output } from '#shared/http/contract.ts';
import type { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import type { RefusedOutcome } from '#shared/options/scan-stations/station-scan.ts';

/** What the server sends at the start: hashes of the students' ids, and the rules of some days. */
export type StationStartAnswer = Output<typeof scanStationsContract.readStationStart>;

/**
 * A scan with the UTC time of the device's clock. It is stored until the next day, to recognize a second scan; a
 * refused one until it is accepted or the office dismisses it (rule 49).
 */
export interface KeptScan {
  student_id: string;
  at: string;
  /**
   * Milliseconds by which the clock was off when the scan was made, so that a later change of the clock does not move
   * the scan. Absent until the server has answered.
   */
  off?: number;
  isSent: boolean;
  /** The server's refusal, if any. */
  refused?: { outcome: RefusedOutcome; reason: string | null };
}

/** A station's storage on its device. */
export interface StationStore {
  scans: () => Promise<KeptScan[]>;
  keep: (scans: readonly KeptScan[]) => Promise<void>;
  forget: (scans: readonly KeptScan[]) => Promise<void>;
  start: () => Promise<StationStartAnswer | undefined>;
  keepStart: (start: StationStartAnswer) => Promise<void>;
}

export const toScanKey = ({ student_id, at }: Pick<KeptScan, 'student_id' | 'at'>): string =>
  `scan ${at} ${student_id}`;
const startKey = 'start';

/** Storage in IndexedDB, which survives reloads and crashes. */
export function createBrowserStationStore(): StationStore {
  const objects = createStore('formroom.station', 'kept');
  /** Resolves after the data is on the disk, so that a power cut loses nothing. */
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
        for (const scan of scans) store.put(scan, toScanKey(scan));
      }),
    forget: (scans) =>
      write((store) => {
        for (const scan of scans) store.delete(toScanKey(scan));
      }),
    start: () => objects('readonly', (store) => promisifyRequest(store.get(startKey))),
    keepStart: (start) =>
      write((store) => {
        store.put(start, startKey);
      }),
  };
}

/** Storage in memory, for browsers without IndexedDB. */
export function createMemoryStationStore(): StationStore {
  const kept = new Map<string, KeptScan>();
  let started: StationStartAnswer | undefined;
  return {
    scans: async () => [...kept.values()],
    keep: async (scans) => {
      for (const scan of scans) kept.set(toScanKey(scan), scan);
    },
    forget: async (scans) => {
      for (const scan of scans) kept.delete(toScanKey(scan));
    },
    start: async () => started,
    keepStart: async (start) => {
      started = start;
    },
  };
}
